import { and, asc, eq, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { assigneeAccess, type OrderPerson, type orderAssignmentsApi } from '#contract/order-assignments.ts'
import { allows } from '#contract/roles.ts'
import { addBellItems } from '#server/features/bell/bell.ts'
import { recordAudits } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { lockOrders, orderNotFound } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'

export async function listOrderPeople(ctx: CompanyContext): Promise<OrderPerson[]> {
  return ctx.read((tx) => readPeople(tx, ctx.companyId))
}

type Input = ParsedInputOf<typeof orderAssignmentsApi.assign>

/** Orders that are the person's already stay as they are. The person hears of it by the bell, of several orders at once by one item. */
export async function assignOrders(ctx: CompanyContext, { orderIds, userId }: Input): Promise<{ changed: number }> {
  return ctx.transaction(async (tx) => {
    const changedIds = await changeAssignee(tx, ctx, { orderIds, userId })
    if (userId !== null && changedIds.length > 0) {
      const [only] = changedIds
      const item = { userId, kind: 'assigned', orders: changedIds.length } as const
      await addBellItems(tx, ctx, [changedIds.length === 1 && only ? { ...item, orderId: only } : item])
    }
    return { changed: changedIds.length }
  })
}

/** Returns the orders that were not the person's before. The person hears nothing of it yet. */
export async function changeAssignee(tx: Tx, ctx: CompanyContext, { orderIds, userId }: Input): Promise<string[]> {
  const { companyId } = ctx
  const ids = [...new Set(orderIds)]
  if (userId !== null) await assertAssignable(tx, companyId, userId)
  await lockOrders(tx, companyId, ids)
  const before = await readAssignees(tx, companyId, ids)
  if (before.length !== ids.length) throw orderNotFound()
  const changed = before.filter((order) => order.userId !== userId)
  if (changed.length === 0) return []
  const changedIds = changed.map(({ id }) => id)
  await writeAssignee(tx, { companyId, orderIds: changedIds, userId, at: ctx.clock.now() })
  await recordAssignments(tx, ctx, changed, userId)
  await ctx.notifyBrowsers(tx, 'orders')
  return changedIds
}

const personName = sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.email})`

export const readPeople = (tx: Tx, companyId: string): Promise<OrderPerson[]> =>
  tx
    .select({ id: users.id, name: personName, role: users.role })
    .from(users)
    .where(and(eq(users.companyId, companyId), users.isActive))
    .orderBy(asc(sql`lower(${personName})`), asc(users.id))

export async function assertAssignable(tx: Tx, companyId: string, userId: string): Promise<void> {
  // A share lock, so that the person is not removed before the transaction ends.
  const [person] = await tx
    .select({ role: users.role, isActive: users.isActive })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, userId)))
    .for('share')
  if (!person?.isActive) throw new AppError('not_found', say('This person isn’t in this company.'))
  if (!allows(assigneeAccess, person.role)) {
    throw new AppError(
      'conflict',
      say('This person’s role is Read Only. Only Operations and Admin can work on orders.'),
    )
  }
}

type AssignedOrder = { id: string; userId: string | null }

async function readAssignees(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<AssignedOrder[]> {
  const { rows } = await tx.execute<AssignedOrder>(sql`
    select o.id, a.user_id as "userId" from orders o
    left join order_assignments a on a.company_id = o.company_id and a.order_id = o.id
    where o.company_id = ${companyId} and o.id = any(${sql.param([...orderIds])}::uuid[])`)
  return rows
}

type NewAssignee = { companyId: string; orderIds: readonly string[]; userId: string | null; at: Date }

async function writeAssignee(tx: Tx, { companyId, orderIds, userId, at }: NewAssignee): Promise<void> {
  const ids = sql.param([...orderIds])
  await tx.execute(
    userId === null
      ? sql`delete from order_assignments where company_id = ${companyId} and order_id = any(${ids}::uuid[])`
      : sql`
        insert into order_assignments (company_id, order_id, user_id, assigned_at)
        select ${companyId}::uuid, id, ${userId}::uuid, ${at.toISOString()}::timestamptz from unnest(${ids}::uuid[]) as id
        on conflict (company_id, order_id) do update set user_id = excluded.user_id, assigned_at = excluded.assigned_at`,
  )
}

/** The person's name is not copied: a removed account has none, and the timeline is never rewritten for it. */
async function recordAssignments(
  tx: Tx,
  ctx: CompanyContext,
  changed: readonly AssignedOrder[],
  userId: string | null,
): Promise<void> {
  const entry = {
    event: 'order.assigned',
    description: userId === null ? say('No longer assigned to anyone.') : say('Assigned.'),
    ...(userId !== null && { details: { assigneeId: userId } }),
    by: ctx.actor,
    at: ctx.clock.now(),
  }
  await recordTimeline(
    tx,
    ctx.companyId,
    changed.map(({ id }) => ({ ...entry, orderId: id })),
  )
  await recordAudits(
    tx,
    ctx,
    changed.map((order) => ({
      action: 'order.assign',
      resource: 'order',
      resourceId: order.id,
      companyId: ctx.companyId,
      before: { assigneeId: order.userId },
      after: { assigneeId: userId },
    })),
  )
}
