import type { CustomerRow } from '#contract/privacy.ts'
import { hashEmail } from '#server/features/orders/intake/buyers.ts'
import { recordAudits } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { toCustomerRow } from './customer-row.ts'
import { findCustomersByEmail, findCustomersByOrder } from './queries/customers.ts'

/** The audit log says whose data were shown. */
export async function findCustomers(ctx: CompanyContext, { search }: { search: string }): Promise<CustomerRow[]> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const found = search.includes('@')
      ? await findCustomersByEmail(tx, companyId, hashEmail(ctx, search))
      : await findCustomersByOrder(tx, companyId, search.replace(/^#/, ''))
    await recordAudits(
      tx,
      ctx,
      found
        .filter(({ erasedAt }) => erasedAt === null)
        .map(({ id }) => ({ action: 'customer.view', resource: 'customer', resourceId: id, companyId })),
    )
    return found.map((customer) => toCustomerRow(ctx, customer))
  })
}
