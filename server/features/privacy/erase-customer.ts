import { AppError } from '#contract/errors.ts'
import type { CustomerRow } from '#contract/privacy.ts'
import { lockOrders } from '#server/features/orders/order-queries.ts'
import { lockIntake } from '#server/features/orders/intake/queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { eraseObstacleOf, toCustomerRow } from './customer-row.ts'
import { eraseOrders } from './erase-orders.ts'
import { sumErased } from './erased.ts'
import { getCustomerOrThrow, listOrderIdsOf } from './queries/customers.ts'
import { eraseCustomerRows } from './queries/erase-customers.ts'

/** At once, at the customer's request. That they want no messages stays known, by a hash. */
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
