import { mostFound, type SearchResults } from '#contract/search.ts'
import { seesMasked } from '#server/features/orders/personal-data.ts'
import { hashEmail } from '#server/features/orders/intake/buyers.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { recordPersonalDataViews } from '#server/platform/audit.ts'
import { findProducts, findSkus, findCustomersByEmail, findOrdersAndCustomers, findPromotions } from './queries.ts'

export async function searchEverywhere(ctx: CompanyContext, { q }: { q: string }): Promise<SearchResults> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const { orders, customers } = await findOrdersAndCustomers(tx, companyId, q, mostFound)
    const products = await findProducts(tx, companyId, q, mostFound)
    const productIds = products.map(({ id }) => id)
    const byEmail = await findByEmail(tx, ctx, q)
    return {
      orders,
      skus: await findSkus(tx, companyId, { text: q, productIds }, mostFound),
      products,
      customers: byEmail.length > 0 ? byEmail : customers,
      promotions: await findPromotions(tx, ctx, q, mostFound),
    }
  })
}

/**
 * Not for people who see addresses masked: a hit would reveal whose address it is. Each hit is recorded in the audit
 * log.
 */
async function findByEmail(tx: Tx, ctx: CompanyContext, text: string): Promise<SearchResults['customers']> {
  if (seesMasked(ctx) || !text.includes('@')) return []
  const found = await findCustomersByEmail(tx, ctx.companyId, hashEmail(ctx, text))
  const resourceIds = found.map(({ id }) => id)
  await recordPersonalDataViews(tx, ctx, { action: 'customer.view', resource: 'customer', resourceIds })
  return found
}
