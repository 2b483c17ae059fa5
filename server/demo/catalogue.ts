import type { Tx } from '#server/platform/db/client.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/ids.ts'
import { bags, campKitchen, garden, trail } from './catalogue/outdoor-products.ts'
import { bath, blankets, homeScent, tableware } from './catalogue/home-products.ts'
import type { DemoProduct, DemoSku } from './catalogue/product.ts'
import { daysBefore, minutesBefore } from './dates.ts'
import { findActor } from './operator.ts'
import { createRandom, type Random } from './random.ts'

const range = [campKitchen, blankets, tableware, bags, homeScent, garden, bath, trail].flat()

export async function addCatalogue(tx: Tx, companyId: string, now: Date): Promise<void> {
  const operator = await findActor(tx)
  const added = range.map((product) => ({ product, row: productRow(companyId, product, now) }))
  await tx.insert(products).values(added.map(({ row }) => row))
  await tx
    .insert(skus)
    .values(added.flatMap(({ product, row }) => product.skus.map((sku) => skuRow(row, product, sku, now))))
  await tx.insert(auditLog).values(
    added.map(({ row: { id, createdAt, title, brand, category, description } }) => ({
      companyId,
      id: newId(createdAt.getTime()),
      ...operator,
      action: 'product.create',
      resource: 'product',
      resourceId: id,
      changes: { before: {}, after: { title, brand, category, description, isActive: true } },
      createdAt,
    })),
  )
}

type ProductRow = ReturnType<typeof productRow>

function productRow(companyId: string, product: DemoProduct, now: Date) {
  const { title, brand, category, description, isRetired, keeper } = product
  const random = createRandom(title)
  const createdAt = minutesBefore(
    daysBefore(now, product.addedDaysAgo ?? random.between(98, 116)),
    random.between(0, 900),
  )
  return {
    companyId,
    id: newId(createdAt.getTime()),
    title,
    brand,
    category,
    description,
    isActive: !isRetired,
    lastAmazonSync: keeper === 'merchant-only' ? null : lastSync(random, now),
    createdAt,
    updatedAt: createdAt,
  }
}

function skuRow(row: ProductRow, product: DemoProduct, sku: DemoSku, now: Date) {
  const random = createRandom(sku.sku)
  const isOnAmazon = product.keeper !== 'merchant-only'
  const isHeldByAmazon = product.keeper === 'amazon'
  return {
    companyId: row.companyId,
    id: newId(row.createdAt.getTime()),
    productId: row.id,
    sku: sku.sku,
    asin: isOnAmazon ? `B0${code(random, 8)}` : null,
    fnsku: isHeldByAmazon ? `X00${code(random, 7)}` : null,
    title: sku.option && `${product.title}, ${sku.option}`,
    price: sku.price.toFixed(2),
    compareAtPrice: random.fraction() < 0.12 ? Math.ceil(sku.price * 1.2).toFixed(2) : null,
    cost: (sku.price * (0.28 + random.fraction() * 0.14)).toFixed(2),
    weight: product.weight.toFixed(3),
    dimensions: boxFor(random, product.weight),
    shippingTemplate: isHeldByAmazon ? null : 'Seattle warehouse',
    isHazmat: product.isHazmat,
    isActive: !product.isRetired && !sku.isRetired,
    stockHolder: isHeldByAmazon ? ('amazon' as const) : ('merchant' as const),
    safetyBuffer: random.fraction() < (isHeldByAmazon ? 0.08 : 0.3) ? random.between(1, 4) : 0,
    lastAmazonSync: isOnAmazon ? lastSync(random, now) : null,
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
  }
}

/** Most SKUs were read by the last sync, some by earlier ones. */
const lastSync = (random: Random, now: Date) =>
  minutesBefore(now, random.fraction() < 0.85 ? random.between(6, 19) : random.between(1, 9) * 60 + 12)

const signs = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const code = (random: Random, length: number) =>
  Array.from({ length }, () => signs.charAt(random.between(0, signs.length - 1))).join('')

/** A box that fits the weight. */
function boxFor(random: Random, pounds: number) {
  const side = Math.round(3 + Math.cbrt(pounds) * 4)
  const [length, width, height] = [side + random.between(0, 4), side, Math.max(2, side - random.between(1, 3))]
  return { length, width, height, unit: 'inches' as const }
}
