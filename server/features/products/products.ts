import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { ProductDetail, ProductInput, ProductRow, productsApi } from '#contract/products.ts'
import type { Image } from '#server/features/images/parse-image.ts'
import { replaceImage } from '#server/features/images/stored-images.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/ids.ts'
import { getProductOrThrow, getProductRowOrThrow, lockProduct } from './queries.ts'
import { assertVersion, changeAction, changedFields } from './record-changes.ts'
import { lockSkusOf } from './sku-queries.ts'
import { addSkus } from './skus.ts'

/** Records the first counts of new SKUs; the inventory's, which stands above this feature. */
type RecordFirstCounts = (tx: Tx, ctx: CompanyContext, counts: { skuId: string; quantity: number }[]) => Promise<void>

/** Adds a product, with SKUs if there are any, all or nothing. */
export async function createProduct(
  ctx: CompanyContext,
  { skus: newSkus = [], ...input }: z.output<typeof ProductInput>,
  recordFirstCounts: RecordFirstCounts,
): Promise<ProductRow> {
  const id = newId()
  return ctx.transaction(async (tx) => {
    await tx.insert(products).values({ companyId: ctx.companyId, id, ...input })
    await recordAudit(tx, ctx, {
      action: 'product.create',
      resource: 'product',
      resourceId: id,
      companyId: ctx.companyId,
      after: { isActive: true, ...input },
    })
    const counts = await addSkus(tx, ctx, { id, isActive: input.isActive ?? true }, newSkus)
    if (counts.length > 0) await recordFirstCounts(tx, ctx, counts)
    await ctx.publishChange(tx, 'products')
    if (newSkus.length > 0) await ctx.publishChange(tx, 'inventory')
    return getProductRowOrThrow(tx, id)
  })
}

/** Updates a product. Deactivating or activating it does the same with all its SKUs. */
export async function updateProduct(
  ctx: CompanyContext,
  { productId, version, ...input }: ParsedInputOf<typeof productsApi.update>,
): Promise<ProductDetail> {
  return ctx.transaction(async (tx) => {
    const before = await lockProduct(tx, productId)
    assertVersion('product', before, { version })
    const changes = changedFields(before, input)
    if (!changes) return getProductOrThrow(tx, ctx, productId)
    await tx
      .update(products)
      .set({ ...changes, version: version + 1 })
      .where(eq(products.id, productId))
    const activeSkus = await updateSkusOfProduct(tx, productId, changes)
    await recordAudit(tx, ctx, {
      action: changeAction('product', changes),
      resource: 'product',
      resourceId: productId,
      companyId: ctx.companyId,
      before: { ...before, activeSkus: activeSkus.before },
      after: { ...before, ...changes, activeSkus: activeSkus.after },
    })
    await ctx.publishChange(tx, 'products')
    await ctx.publishChange(tx, 'inventory')
    return getProductOrThrow(tx, ctx, productId)
  })
}

/** Sets or removes the uploaded picture. No form has it, so the version, which guards forms, stays. */
export async function changeImage(ctx: CompanyContext, productId: string, image: Image | null): Promise<ProductDetail> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockProduct(tx, productId)
    const { before, after } = await replaceImage(tx, { companyId, productId }, image)
    if (before !== null || after !== null) {
      await recordAudit(tx, ctx, {
        action: 'product.update',
        resource: 'product',
        resourceId: productId,
        companyId,
        before: { picture: before },
        after: { picture: after },
      })
      await ctx.publishChange(tx, 'products')
    }
    return getProductOrThrow(tx, ctx, productId)
  })
}

type Changes = { title?: string; category?: string; isActive?: boolean }

/**
 * Raises the version of the product's SKUs if title or category change, since SKUs show these. Returns the active SKUs
 * before and after.
 */
async function updateSkusOfProduct(tx: Tx, productId: string, { title, category, isActive }: Changes) {
  const isShown = title !== undefined || category !== undefined
  const skusBefore = isShown || isActive !== undefined ? await lockSkusOf(tx, productId) : []
  const switched = isActive === undefined ? undefined : ne(skus.isActive, isActive)
  if (skusBefore.length > 0) {
    await tx
      .update(skus)
      .set({ ...(isActive === undefined ? {} : { isActive }), version: sql`${skus.version} + 1` })
      .where(and(eq(skus.productId, productId), isShown ? undefined : switched))
  }
  const activeSkus = skusBefore.filter((sku) => sku.isActive).map(({ sku }) => sku)
  if (isActive === undefined) return { before: activeSkus, after: activeSkus }
  return { before: activeSkus, after: isActive ? skusBefore.map(({ sku }) => sku) : [] }
}
