import { mostRecentOrders, type RecentOrder } from '#contract/dashboard.ts'
import { recordOrderViews, maskPersonal, decryptPersonal, seesMasked } from '#server/features/orders/personal-data.ts'
import { toOrderRow } from '#server/features/orders/order-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listNewestOrders } from './queries/newest-orders.ts'

/** The customers' e-mail is shown to who works with orders, and the audit log says to whom. */
export async function listRecentOrders(ctx: CompanyContext): Promise<RecentOrder[]> {
  const isMasked = seesMasked(ctx)
  return ctx.transaction(async (tx) => {
    const found = await listNewestOrders(tx, ctx.companyId, mostRecentOrders)
    const withEmail = found.filter(({ customer }) => customer?.email).map(({ id }) => id)
    if (!isMasked) await recordOrderViews(tx, ctx, 'order.view-recent', withEmail)
    return found.map((order) => toRecentOrder(ctx, order, isMasked))
  })
}

type NewestOrder = Awaited<ReturnType<typeof listNewestOrders>>[number]

function toRecentOrder(ctx: CompanyContext, order: NewestOrder, isMasked: boolean): RecentOrder {
  const { totalAmount, customerName: _customerName, customer, ...row } = toOrderRow(order)
  const { channelType: type, channelName: name } = row
  return {
    ...row,
    total: totalAmount,
    channel: type && name !== null ? { type, name } : null,
    customer: customer && shownCustomer(ctx, customer, isMasked),
  }
}

function shownCustomer(ctx: CompanyContext, customer: NonNullable<NewestOrder['customer']>, isMasked: boolean) {
  const { id, firstName, lastName, email: sealed } = customer
  const email = decryptPersonal(ctx, 'customers.email', id, sealed)
  return { firstName, lastName, email: isMasked ? maskPersonal('customers.email', email) : email }
}
