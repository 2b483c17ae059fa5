import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError, fieldError } from '#contract/errors.ts'
import { asMessage, say } from '#contract/i18n.ts'
import type { NewProductSku, productsApi, SkuChange, SkuRow } from '#contract/products.ts'
import { listRisks } from '#contract/risky-values.ts'
import { cannotRename } from '#contract/sheet.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/ids.ts'
import { lockProductShared } from './queries.ts'
import { assertVersion, changeAction, changedFields } from './record-changes.ts'
import { assertPriceConfirmed, assertRisksConfirmed } from './risky-changes.ts'
import { getSkuOrThrow, lockSku } from './sku-queries.ts'

/** Adds a SKU. Under an inactive product it starts inactive. */
export async function createSku(
  ctx: CompanyContext,
  { productId, ...input }: ParsedInputOf<typeof productsApi.createSku>,
): Promise<SkuRow> {
  const id = newId()
  return ctx.transaction(async (tx) => {
    const product = await lockProductShared(tx, productId)
    assertPriceConfirmed(ctx, input.sku, null, input.price)
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

type NewProduct = { id: string; isActive: boolean }

/** Adds the SKUs of a new product. Returns the quantities that were given. */
export async function addSkus(
  tx: Tx,
  ctx: CompanyContext,
  product: NewProduct,
  newSkus: readonly NewProductSku[],
): Promise<{ skuId: string; quantity: number }[]> {
  assertNoRepeats(newSkus)
  const prices = newSkus.map(({ sku, price }) => ({ sku, field: 'price' as const, from: null, to: toAmount(price) }))
  assertRisksConfirmed(ctx, listRisks(prices))
  const counts: { skuId: string; quantity: number }[] = []
  for (const [place, { quantity, ...sku }] of newSkus.entries()) {
    const id = newId()
    const values = { ...sku, isActive: product.isActive }
    const insert = tx.insert(skus).values({ companyId: ctx.companyId, id, productId: product.id, ...values })
    await withFreeCode(insert, `skus.${place}.sku`)
    await recordAudit(tx, ctx, {
      action: 'sku.create',
      resource: 'sku',
      resourceId: id,
      companyId: ctx.companyId,
      after: { ...values, ...(quantity !== undefined && { quantity }) },
    })
    if (quantity !== undefined) counts.push({ skuId: id, quantity })
  }
  return counts
}

const toAmount = (price: string | null | undefined) => (price ? Number(price) : null)

function assertNoRepeats(newSkus: readonly NewProductSku[]): void {
  const place = newSkus.findIndex(({ sku }, index) => newSkus.findIndex((other) => other.sku === sku) < index)
  if (place === -1) return
  const problem = say('This SKU is listed twice')
  throw fieldError(`skus.${place}.sku`, problem)
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
    if (changes.isActive && !product.isActive) throw new AppError('conflict', say('Activate the product first.'))
    assertPriceConfirmed(ctx, before.sku, before.price, changes.price)
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

function knownToAmazon(): AppError {
  const problem = asMessage(cannotRename)
  return fieldError('sku', problem, 'conflict')
}

/** Turns a violation of the unique index on codes into a field error. Checking before writing would be a race. */
async function withFreeCode<T>(write: PromiseLike<T>, field = 'sku'): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw isUniqueViolation(error, 'skus_sku') ? duplicateCode(field) : error
  }
}

const duplicateCode = (field: string) =>
  new AppError('conflict', say('A SKU with this code already exists.'), [
    { field, message: say('A SKU with this code already exists') },
  ])

type SkuInput = Omit<z.output<typeof SkuChange>, 'version'>

/** Normalizes the weight to the column's three decimals, so that 1.5 and 1.500 compare as equal. */
function toSkuFields<Input extends SkuInput>({ weight, ...fields }: Input) {
  return weight ? { ...fields, weight: Number(weight).toFixed(3) } : { ...fields, weight }
}
