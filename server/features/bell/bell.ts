import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type BellItem, mostBellItems } from '#contract/bell.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { bellApi } from '#contract/bell.ts'
import { personNameOf } from '#server/features/auth/accounts.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { bellItems } from '#server/platform/db/schema/teamwork.ts'
import { newId } from '#server/platform/ids.ts'

type BatchResult = { action: NonNullable<BellItem['batch']>['action']; refused: number }

export type NewBellItem = {
  userId: string
  kind: BellItem['kind']
  orderId?: string
  /** How many orders it is about. */
  orders?: number
  batch?: BatchResult & { id: string }
}

/** Nobody hears of what they did themselves; of several items of one kind for a person, one is enough. */
export async function addBellItems(tx: Tx, ctx: CompanyContext, items: readonly NewBellItem[]): Promise<void> {
  const actorId = ctx.actor.type === 'user' ? ctx.actor.userId : null
  const rows = items
    .filter(({ userId }) => userId !== actorId)
    .map(({ userId, kind, orderId, orders: count = 1, batch }) => ({
      companyId: ctx.companyId,
      id: newId(),
      userId,
      kind,
      orderId: orderId ?? null,
      batchId: batch?.id ?? null,
      orders: count,
      actorId,
      details: batch ? { action: batch.action, refused: batch.refused } : null,
      occurredAt: ctx.clock.now(),
    }))
  if (rows.length === 0) return
  await insertRows(tx, bellItems, rows)
  await ctx.notifyBrowsers(tx, 'bell')
}

export async function listBell(ctx: CompanyContext): Promise<ReplyOf<typeof bellApi.list>> {
  const isOwn = ownedBy(ctx)
  return ctx.read(async (tx) => {
    const [rows, unread] = await Promise.all([
      tx
        .select({
          id: bellItems.id,
          kind: bellItems.kind,
          orderId: bellItems.orderId,
          orderNumber: orders.orderNumber,
          externalOrderId: orders.externalOrderId,
          externalNumber: orders.externalNumber,
          orders: bellItems.orders,
          batchId: bellItems.batchId,
          details: sql<BatchResult | null>`${bellItems.details}`,
          actorName: personNameOf(bellItems.actorId),
          occurredAt: bellItems.occurredAt,
          readAt: bellItems.readAt,
        })
        .from(bellItems)
        .leftJoin(orders, and(eq(orders.companyId, bellItems.companyId), eq(orders.id, bellItems.orderId)))
        .where(isOwn)
        .orderBy(desc(bellItems.occurredAt), desc(bellItems.id))
        .limit(mostBellItems),
      tx.$count(bellItems, and(isOwn, isNull(bellItems.readAt))),
    ])
    return { unread, items: rows.map(toBellItem) }
  })
}

type BellRecord = Pick<BellItem, 'id' | 'kind' | 'orders' | 'actorName'> & {
  orderId: string | null
  orderNumber: string | null
  externalOrderId: string | null
  externalNumber: string | null
  batchId: string | null
  details: BatchResult | null
  occurredAt: Date
  readAt: Date | null
}

function toBellItem({ id, kind, orders: count, actorName, ...row }: BellRecord): BellItem {
  const { orderId, orderNumber, externalOrderId, externalNumber, batchId, details, occurredAt, readAt } = row
  return {
    id,
    kind,
    order:
      orderId && orderNumber && externalOrderId ? { id: orderId, orderNumber, externalOrderId, externalNumber } : null,
    orders: count,
    batch: batchId && details ? { id: batchId, ...details } : null,
    actorName,
    at: occurredAt.toISOString(),
    isRead: readAt !== null,
  }
}

export async function markBellRead(
  ctx: CompanyContext,
  { itemId }: { itemId?: string | undefined },
): Promise<{ marked: number }> {
  return ctx.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(bellItems)
      .set({ readAt: ctx.clock.now() })
      .where(and(ownedBy(ctx), isNull(bellItems.readAt), itemId === undefined ? undefined : eq(bellItems.id, itemId)))
    const marked = rowCount ?? 0
    if (marked > 0) await ctx.notifyBrowsers(tx, 'bell')
    return { marked }
  })
}

function ownedBy({ actor, companyId }: CompanyContext) {
  if (actor.type !== 'user') throw new Error('Only a person has a bell')
  return and(eq(bellItems.companyId, companyId), eq(bellItems.userId, actor.userId))
}
