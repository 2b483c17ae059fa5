import { eq } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { productsApi, SkuRow } from '#contract/products.ts'
import { cannotRename } from '#contract/sheet.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { changeAction } from './change-action.ts'
import { changedFields } from './changed-fields.ts'
import { lockProductShared } from './queries/products.ts'
import { getSkuOrThrow, lockSku } from './queries/skus.ts'
import { assertVersion } from './refuse-stale.ts'
import { withFreeCode } from './sku-code.ts'
import { toSkuFields } from './sku-fields.ts'

export async function updateSku(
  ctx: CompanyContext,
  { productId, skuId, version, ...wanted }: ParsedInputOf<typeof productsApi.updateSku>,
): Promise<SkuRow> {
  return ctx.transaction(async (tx) => {
    const product = await lockProductShared(tx, productId)
    const before = await lockSku(tx, productId, skuId)
    assertVersion('SKU', before, { version })
    const changes = changedFields(before, toSkuFields(wanted))
    if (!changes) return getSkuOrThrow(tx, skuId)
    if (changes.sku !== undefined && before.lastAmazonSync) throw knownToAmazon()
    if (changes.isActive && !product.isActive) throw new AppError('conflict', 'Activate the product first.')
    const next = { ...changes, version: version + 1 }
    await withFreeCode(tx.update(skus).set(next).where(eq(skus.id, skuId)))
    await recordAudit(tx, ctx, {
      action: changeAction('sku', changes),
      resource: 'sku',
      resourceId: skuId,
      companyId: ctx.companyId,
      before,
      after: { ...before, ...changes },
    })
    await ctx.publishChange(tx, 'products')
    await ctx.publishChange(tx, 'inventory')
    return getSkuOrThrow(tx, skuId)
  })
}

const knownToAmazon = () => new AppError('conflict', `${cannotRename}.`, [{ field: 'sku', message: cannotRename }])
