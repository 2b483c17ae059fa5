import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { AmazonListing, twoWayApi } from '#contract/two-way.ts'
import { assertSkuExists } from '#server/features/inventory/queries/skus.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listListingsOf } from './queries/listing-list.ts'

export async function listListings(
  ctx: CompanyContext,
  { skuId }: ParsedInputOf<typeof twoWayApi.listings>,
): Promise<AmazonListing[]> {
  return ctx.read(async (tx) => {
    await assertSkuExists(tx, ctx.companyId, skuId)
    return listListingsOf(tx, ctx.companyId, skuId)
  })
}
