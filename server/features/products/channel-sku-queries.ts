import { sql } from 'drizzle-orm'
import { recordAudits } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'

/** A SKU to be made of what a channel sells; SKUs with the same `productId` belong to one product. */
export type AddedSku = {
  externalId: string
  id: string
  productId: string
  sku: string
  productTitle: string
  title: string | null
  price: string | null
  barcode: string | null
  image: string | null
}

/** Inserts SKUs and their products. Those whose code exists, in whatever case, are left out and returned as `taken`. */
export async function addChannelSkus(
  tx: Tx,
  ctx: CompanyContext,
  wanted: readonly AddedSku[],
): Promise<{ added: AddedSku[]; taken: AddedSku[] }> {
  const { companyId } = ctx
  if (wanted.length === 0) return { added: [], taken: [] }
  const codes = await findCodes(
    tx,
    companyId,
    wanted.map(({ sku }) => sku),
  )
  const added = wanted.filter(({ sku }) => !codes.has(sku.toLowerCase()))
  const taken = wanted.filter(({ sku }) => codes.has(sku.toLowerCase()))
  if (added.length === 0) return { added, taken }
  const firsts = [...new Map(added.toReversed().map((sku) => [sku.productId, sku])).values()]
  const newProducts = firsts.map(({ productId, productTitle, image }) => ({
    companyId,
    id: productId,
    title: productTitle,
    images: image === null ? [] : [image],
  }))
  const newSkus = added.map(({ id, productId, sku, title, price, barcode }) => ({
    companyId,
    id,
    productId,
    sku,
    title,
    price,
    barcode,
  }))
  await insertRows(tx, products, newProducts)
  await insertRows(tx, skus, newSkus)
  await recordAudits(tx, ctx, [
    ...newProducts.map(({ id, title }) => ({
      ...({ action: 'product.create', resource: 'product', resourceId: id, companyId } as const),
      after: { title },
    })),
    ...newSkus.map(({ id, sku, title, price }) => ({
      ...({ action: 'sku.create', resource: 'sku', resourceId: id, companyId } as const),
      after: { sku, title, price },
    })),
  ])
  await ctx.publishChange(tx, 'products')
  await ctx.publishChange(tx, 'inventory')
  return { added, taken }
}

/** Which of these codes exist, in lower case. */
async function findCodes(tx: Tx, companyId: string, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ code: string }>(sql`
    select lower(sku) as code from skus where company_id = ${companyAtRunTime(companyId)}
      and lower(sku) = any(${sql.param(codes.map((code) => code.toLowerCase()))}::text[])`)
  return new Set(rows.map(({ code }) => code))
}
