import { sql } from 'drizzle-orm'
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { joinMessages, type Message, say } from '#contract/i18n.ts'
import { mostTagsOfOrder, type OrderTag, type orderTagsApi } from '#contract/order-tags.ts'
import { recordAudits } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { taggedOrders } from '#server/platform/db/schema/order-tags.ts'
import { lockOrders, orderNotFound } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'
import { noSuchTag, readTags } from './tags.ts'

type Input = ParsedInputOf<typeof orderTagsApi.tagOrders>

/** Changes the named tags only, so that of two people who tag an order at once neither undoes what the other did. */
export async function tagOrders(ctx: CompanyContext, input: Input): Promise<ReplyOf<typeof orderTagsApi.tagOrders>> {
  return ctx.transaction((tx) => changeTags(tx, ctx, input))
}

export async function changeTags(tx: Tx, ctx: CompanyContext, input: Input) {
  const { companyId } = ctx
  const orderIds = [...new Set(input.orderIds)]
  await lockOrders(tx, companyId, orderIds)
  const orders = await listTaggedOrders(tx, companyId, orderIds)
  if (orders.length !== orderIds.length) throw orderNotFound()
  const known = await getTagsOrThrow(tx, companyId, input)
  const [add, remove] = [new Set(input.add), new Set(input.remove)]
  const planned = orders.map((order) => planTags(order, add, remove))
  const changes = planned.filter(({ added, removed }) => added.length + removed.length > 0)
  await applyTags(tx, companyId, changes)
  await recordTags(tx, ctx, changes, known)
  if (changes.length > 0) await ctx.notifyBrowsers(tx, 'orders')
  return {
    changed: changes.length,
    full: planned.filter(({ isFull }) => isFull).map(({ order }) => order.orderNumber),
  }
}

/** The company's tags by their id. Throws if a named one is not among them, or is to be added and removed at once. */
export async function getTagsOrThrow(
  tx: Tx,
  companyId: string,
  { add, remove }: Pick<Input, 'add' | 'remove'>,
): Promise<ReadonlyMap<string, OrderTag>> {
  if (add.some((id) => remove.includes(id))) {
    throw new AppError('invalid', say('A tag can’t be added and removed at the same time.'))
  }
  const known = new Map((await readTags(tx, companyId)).map((tag) => [tag.id, tag]))
  if ([...add, ...remove].some((id) => !known.has(id))) throw noSuchTag()
  return known
}

type TaggedOrder = { id: string; orderNumber: string; tagIds: string[] }

type TagPlan = { order: TaggedOrder; added: string[]; removed: string[]; isFull: boolean }

/** An order that would have too many tags gets none of the new ones; what is to be taken off is taken off. */
export function planTags(order: TaggedOrder, add: ReadonlySet<string>, remove: ReadonlySet<string>): TagPlan {
  const added = [...add].filter((id) => !order.tagIds.includes(id))
  const removed = order.tagIds.filter((id) => remove.has(id))
  const isFull = added.length > 0 && order.tagIds.length - removed.length + added.length > mostTagsOfOrder
  return { order, added: isFull ? [] : added, removed, isFull }
}

async function listTaggedOrders(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<TaggedOrder[]> {
  const { rows } = await tx.execute<TaggedOrder>(sql`
    select o.id, o.order_number as "orderNumber", array(
      select t.tag_id::text from tagged_orders t where t.company_id = ${companyId} and t.order_id = o.id
    ) as "tagIds"
    from orders o where o.company_id = ${companyId} and o.id = any(${sql.param([...orderIds])}::uuid[])`)
  return rows
}

async function applyTags(tx: Tx, companyId: string, changes: readonly TagPlan[]): Promise<void> {
  const added = changes.flatMap(({ order, added: tagIds }) =>
    tagIds.map((tagId) => ({ companyId, orderId: order.id, tagId })),
  )
  const removed = changes.filter((change) => change.removed.length > 0)
  if (added.length > 0) await insertRows(tx, taggedOrders, added)
  if (removed.length === 0) return
  const orderIds = removed.map(({ order }) => order.id)
  const tagIds = [...new Set(removed.flatMap((change) => change.removed))]
  await tx.execute(sql`
    delete from tagged_orders where company_id = ${companyId}
      and order_id = any(${sql.param(orderIds)}::uuid[]) and tag_id = any(${sql.param(tagIds)}::uuid[])`)
}

async function recordTags(
  tx: Tx,
  ctx: CompanyContext,
  changes: readonly TagPlan[],
  known: ReadonlyMap<string, OrderTag>,
): Promise<void> {
  const namesOf = (ids: readonly string[]) => ids.map((id) => known.get(id)?.name ?? '').toSorted()
  const [by, at] = [ctx.actor, ctx.clock.now()]
  const entries = changes.map(({ order, added, removed }) => ({
    orderId: order.id,
    event: 'order.tagged',
    description: describeTags(namesOf(added), namesOf(removed)),
    by,
    at,
  }))
  await recordTimeline(tx, ctx.companyId, entries)
  await recordAudits(
    tx,
    ctx,
    changes.map(({ order, added, removed }) => ({
      action: 'order.tag',
      resource: 'order',
      resourceId: order.id,
      companyId: ctx.companyId,
      before: { tags: namesOf(order.tagIds) },
      after: { tags: namesOf([...order.tagIds.filter((id) => !removed.includes(id)), ...added]) },
    })),
  )
}

/** For example "Tagged Gift, VIP. No longer tagged Call first." */
function describeTags(added: readonly string[], removed: readonly string[]): Message {
  const parts = [
    ...(added.length > 0 ? [say('Tagged {tags}.', { tags: added.join(', ') })] : []),
    ...(removed.length > 0 ? [say('No longer tagged {tags}.', { tags: removed.join(', ') })] : []),
  ]
  return joinMessages(parts, ' ')
}
