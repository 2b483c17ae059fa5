import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { productsApi, SkuRow } from '#contract/products.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/id.ts'
import { holdProduct } from './queries/products.ts'
import { getSkuOrThrow } from './queries/skus.ts'
import { withFreeCode } from './sku-code.ts'
import { skuFields } from './sku-fields.ts'

/** A SKU of an inactive product begins inactive, whatever is asked for. */
export async function createSku(
  ctx: CompanyContext,
  { productId, ...input }: ParsedInputOf<typeof productsApi.createSku>,
): Promise<SkuRow> {
  const id = newId()
  return ctx.transaction(async (tx) => {
    const product = await holdProduct(tx, productId)
    const sku = { ...skuFields(input), isActive: product.isActive && (input.isActive ?? true) }
    await withFreeCode(tx.insert(skus).values({ companyId: ctx.companyId, id, productId, ...sku, sku: input.sku }))
    await recordAudit(tx, ctx, {
      action: 'sku.create',
      resource: 'sku',
      resourceId: id,
      companyId: ctx.companyId,
      after: sku,
    })
    await ctx.announce(tx, 'products')
    await ctx.announce(tx, 'inventory')
    return getSkuOrThrow(tx, id)
  })
}
