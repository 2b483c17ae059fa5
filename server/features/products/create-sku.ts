import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { productsApi, SkuRow } from '#contract/products.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/ids.ts'
import { lockProductShared } from './queries/products.ts'
import { getSkuOrThrow } from './queries/skus.ts'
import { withFreeCode } from './sku-code.ts'
import { toSkuFields } from './sku-fields.ts'

/** A SKU of an inactive product begins inactive, whatever is asked for. */
export async function createSku(
  ctx: CompanyContext,
  { productId, ...input }: ParsedInputOf<typeof productsApi.createSku>,
): Promise<SkuRow> {
  const id = newId()
  return ctx.transaction(async (tx) => {
    const product = await lockProductShared(tx, productId)
    const sku = { ...toSkuFields(input), isActive: product.isActive && (input.isActive ?? true) }
    await withFreeCode(tx.insert(skus).values({ companyId: ctx.companyId, id, productId, ...sku, sku: input.sku }))
    await recordAudit(tx, ctx, {
      action: 'sku.create',
      resource: 'sku',
      resourceId: id,
      companyId: ctx.companyId,
      after: sku,
    })
    await ctx.publishChange(tx, 'products')
    await ctx.publishChange(tx, 'inventory')
    return getSkuOrThrow(tx, id)
  })
}
