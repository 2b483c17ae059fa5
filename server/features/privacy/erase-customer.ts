import { AppError } from '#contract/errors.ts'
import { formatMessage, type Message, say } from '#contract/i18n.ts'
import type { CustomerRow } from '#contract/privacy.ts'
import { lockIntake } from '#server/features/orders/intake/queries.ts'
import { lockOrders } from '#server/features/orders/order-queries.ts'
import { decryptPersonal } from '#server/features/orders/personal-data.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'
import { type CustomerRecord, getCustomerOrThrow, listOrderIdsOf } from './customer-queries.ts'
import { eraseCustomerRows, eraseOrders, sumErased } from './erase-personal-data.ts'

/** Erases a customer's data at their request. Their opt-outs stay, as hashes. */
export async function eraseCustomer(ctx: CompanyContext, { customerId }: { customerId: string }): Promise<CustomerRow> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockIntake(tx, companyId)
    const orderIds = await listOrderIdsOf(tx, companyId, customerId)
    await lockOrders(tx, companyId, orderIds)
    const obstacle = eraseObstacleOf(await getCustomerOrThrow(tx, companyId, customerId))
    if (obstacle !== null) throw new AppError('conflict', obstacle)
    const at = ctx.clock.now()
    const erased = sumErased(
      await eraseOrders(tx, { companyId, orderIds, at }),
      await eraseCustomerRows(tx, { companyId, customerIds: [customerId], at }),
    )
    await recordAudit(tx, ctx, {
      action: 'customer.erase',
      resource: 'customer',
      resourceId: customerId,
      companyId,
      after: { erased },
    })
    await ctx.publishChange(tx, 'orders')
    await ctx.publishChange(tx, 'notifications')
    return toCustomerRow(ctx, await getCustomerOrThrow(tx, companyId, customerId))
  })
}

export function toCustomerRow(ctx: CompanyContext, customer: CustomerRecord): CustomerRow {
  const { id, firstName, lastName, orderCount, openOrders } = customer
  const obstacle = eraseObstacleOf(customer)
  return {
    id,
    name: [firstName, lastName].filter(Boolean).join(' ') || null,
    email: decryptPersonal(ctx, 'customers.email', id, customer.email),
    phone: decryptPersonal(ctx, 'customers.phone', id, customer.phone),
    orderCount,
    openOrders,
    lastOrderAt: isoOrNull(customer.lastOrderAt),
    erasedAt: isoOrNull(customer.erasedAt),
    eraseObstacle: obstacle && formatMessage(obstacle),
  }
}

/** Why a customer's data cannot be erased now; null if they can. */
export function eraseObstacleOf({
  openOrders,
  erasedAt,
}: Pick<CustomerRecord, 'openOrders' | 'erasedAt'>): Message | null {
  if (erasedAt !== null) return say('Their data has already been erased.')
  if (openOrders === 0) return null
  return say(
    '{openOrders, plural, one {One order is} other {# orders are}} still on the way and can’t arrive without this data. Erase it once every order is delivered or cancelled.',
    { openOrders },
  )
}
