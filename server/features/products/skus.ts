import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { productsApi, SkuChange, SkuRow } from '#contract/products.ts'
import { cannotRename } from '#contract/sheet.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/ids.ts'
import { lockProductShared } from './queries.ts'
import { assertVersion, changeAction, changedFields } from './record-changes.ts'
import { getSkuOrThrow, lockSku } from './sku-queries.ts'

/** Adds a SKU. Under an inactive product it starts inactive. */
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

export async function updateSku(
  ctx: CompanyContext,
  { productId, skuId, version, ...input }: ParsedInputOf<typeof productsApi.updateSku>,
): Promise<SkuRow> {
  return ctx.transaction(async (tx) => {
    const product = await lockProductShared(tx, productId)
    const before = await lockSku(tx, productId, skuId)
    assertVersion('SKU', before, { version })
    const changes = changedFields(before, toSkuFields(input))
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

/** Turns a violation of the unique index on codes into a field error. Checking before writing would be a race. */
async function withFreeCode<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw isUniqueViolation(error, 'skus_sku') ? duplicateCode() : error
  }
}

const duplicateCode = () =>
  new AppError('conflict', 'There is a SKU with this code already.', [
    { field: 'sku', message: 'There is a SKU with this code already' },
  ])

type SkuInput = Omit<z.output<typeof SkuChange>, 'version'>

/** Normalizes the weight to the column's three decimals, so that 1.5 and 1.500 compare as equal. */
function toSkuFields<Input extends SkuInput>({ weight, ...fields }: Input) {
  return weight ? { ...fields, weight: Number(weight).toFixed(3) } : { ...fields, weight }
}
