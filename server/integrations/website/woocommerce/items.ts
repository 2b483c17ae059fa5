import { z } from 'zod'
import { plain } from '#contract/fields.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import type { ChannelConnection, ChannelItem, ItemPage } from '#server/ports/channel.ts'
import { Rejected } from '#server/ports/failure.ts'
import { createWooClient, type WoocommerceSettings, type WooClient } from './client.ts'
import { decodeEntities, stripHtml } from './html-text.ts'
import { readState } from './site.ts'

const text = z.string().nullish().catch(null)

const Sellable = z.object({
  id: z.int(),
  name: text,
  sku: text,
  /** Since WooCommerce 9.2. */
  global_unique_id: text,
  regular_price: text,
  price: text,
  status: text,
  virtual: z.boolean().catch(false),
  /** `parent` on a variation whose product has one stock for all. */
  manage_stock: z.union([z.boolean(), z.literal('parent')]).catch(false),
  stock_quantity: z.number().nullish().catch(null),
})

const Image = z.object({ src: text })

const Product = Sellable.extend({
  type: z.string(),
  images: z.array(Image).nullish().catch(null),
})
type Product = z.output<typeof Product>

const Variation = Sellable.extend({
  parent_id: z.int().nullish(),
  attributes: z.array(z.object({ option: text })).catch([]),
  image: Image.nullish().catch(null),
})
type Variation = z.output<typeof Variation>

const fieldsOf = (shape: z.ZodObject): string => Object.keys(shape.shape).join(',')

/** Simple products come first, then the variations of all others; versions before 9.4 list variations by product only. */
const Cursor = z.object({ list: z.enum(['products', 'variations', 'parents']), page: z.int() })
type Cursor = z.output<typeof Cursor>

const perPage = 100

/** Each of them takes a call of its own. */
const parentsPerPage = 10

type Shop = { client: WooClient; currency: string | null; managesStock: boolean | null }

export async function listItems(
  settings: WoocommerceSettings,
  connection: ChannelConnection,
  cursor: string | null,
): Promise<ItemPage> {
  const { currency, managesStock } = readState(connection.state)
  const shop = { client: createWooClient(settings, connection), currency, managesStock }
  const at = cursor === null ? { list: 'products' as const, page: 1 } : Cursor.parse(JSON.parse(cursor))
  switch (at.list) {
    case 'products':
      return listProducts(shop, at)
    case 'variations':
      return listVariations(shop, at)
    case 'parents':
      return listByParents(shop, at)
  }
}

const toCursor = (cursor: Cursor): string => JSON.stringify(cursor)

/** Types of plugins, such as bundles, are listed too where they hold stock. */
const withoutStock = new Set(['grouped', 'external', 'variable', 'variable-subscription'])

const isForSale = ({ status }: { status?: string | null | undefined }): boolean =>
  status === 'publish' || status === 'private'

async function listProducts(shop: Shop, at: Cursor): Promise<ItemPage> {
  const { data: products } = await shop.client.get(
    'wc/v3/products',
    {
      status: 'any',
      orderby: 'id',
      order: 'asc',
      per_page: String(perPage),
      page: String(at.page),
      _fields: fieldsOf(Product),
    },
    z.array(Product),
  )
  const items = products
    .filter((product) => isForSale(product) && !product.virtual && !withoutStock.has(product.type))
    .map((product) => productItem(shop, product))
  const isLast = products.length < perPage
  return { items, cursor: toCursor(isLast ? { list: 'variations', page: 1 } : { ...at, page: at.page + 1 }) }
}

async function listVariations(shop: Shop, at: Cursor): Promise<ItemPage> {
  const { client } = shop
  const found = await client
    .get(
      'wc/v3/variations',
      { orderby: 'id', order: 'asc', per_page: String(perPage), page: String(at.page), _fields: fieldsOf(Variation) },
      z.array(Variation),
    )
    .catch((error: unknown) => {
      if (error instanceof Rejected && error.code === 'rest_no_route') return null
      throw error
    })
  if (!found) return { items: [], cursor: toCursor({ list: 'parents', page: 1 }) }
  const parentIds = [...new Set(found.data.flatMap(({ parent_id: id }) => id ?? []))]
  const parents =
    parentIds.length > 0 ? await readParents(client, { include: parentIds.join(','), per_page: String(perPage) }) : []
  const parentOf = new Map(parents.map((parent) => [parent.id, parent]))
  const items = found.data.flatMap((variation) => {
    const parent = parentOf.get(variation.parent_id ?? 0)
    return parent ? variationItems(shop, parent, variation) : []
  })
  return { items, cursor: found.data.length < perPage ? null : toCursor({ ...at, page: at.page + 1 }) }
}

async function listByParents(shop: Shop, at: Cursor): Promise<ItemPage> {
  const { client } = shop
  const parents = await readParents(client, {
    type: 'variable',
    orderby: 'id',
    order: 'asc',
    per_page: String(parentsPerPage),
    page: String(at.page),
  })
  const items: ChannelItem[] = []
  for (const parent of parents) {
    for (let page = 1; ; page += 1) {
      const { data } = await client.get(
        `wc/v3/products/${parent.id}/variations`,
        { orderby: 'id', order: 'asc', per_page: String(perPage), page: String(page), _fields: fieldsOf(Variation) },
        z.array(Variation),
      )
      items.push(...data.flatMap((variation) => variationItems(shop, parent, variation)))
      if (data.length < perPage) break
    }
  }
  return { items, cursor: parents.length < parentsPerPage ? null : toCursor({ ...at, page: at.page + 1 }) }
}

async function readParents(client: WooClient, query: Record<string, string>): Promise<Product[]> {
  const { data } = await client.get(
    'wc/v3/products',
    { status: 'any', ...query, _fields: fieldsOf(Product) },
    z.array(Product),
  )
  return data
}

function productItem(shop: Shop, product: Product): ChannelItem {
  return {
    externalId: String(product.id),
    refs: { productId: String(product.id) },
    title: titleOf(product),
    variant: null,
    ...codesOf(product, null),
    ...priceOf(shop, product),
    imageUrl: product.images?.[0]?.src || null,
    quantity: quantityOf(product),
    obstacle: obstacleOf(shop, product),
  }
}

function variationItems(shop: Shop, parent: Product, variation: Variation): ChannelItem[] {
  if (!isForSale(parent) || !isForSale(variation) || variation.virtual) return []
  const options = variation.attributes.flatMap(({ option }) => option || [])
  return [
    {
      externalId: String(variation.id),
      refs: { productId: String(parent.id), variationId: String(variation.id) },
      title: titleOf(parent),
      variant: plain(decodeEntities(options.join(', ') || variation.name || ''), 200),
      ...codesOf(variation, parent),
      ...priceOf(shop, variation),
      imageUrl: variation.image?.src || parent.images?.[0]?.src || null,
      quantity: quantityOf(variation),
      obstacle: obstacleOf(shop, variation),
    },
  ]
}

type SellableItem = z.output<typeof Sellable>

const titleOf = ({ id, name }: Product): string => plain(stripHtml(name ?? ''), 500) ?? `Product ${id}`

/** A variation without codes of its own is given those of its product, which are not its own. */
function codesOf(item: SellableItem, parent: Product | null) {
  const own = (code: string | null | undefined, parents: string | null | undefined) =>
    code && code !== parents ? plain(decodeEntities(code), 100) : null
  return { sku: own(item.sku, parent?.sku), barcode: own(item.global_unique_id, parent?.global_unique_id) }
}

const priceOf = ({ currency }: Shop, { regular_price: regular, price }: SellableItem) => ({
  price: regular || price || null,
  currency,
})

const quantityOf = ({ manage_stock: isManaged, stock_quantity: quantity }: SellableItem): number | null =>
  isManaged === true ? (quantity ?? null) : null

function obstacleOf({ managesStock }: Shop, { manage_stock: isManaged }: SellableItem): string | null {
  if (managesStock === false) return shopObstacle
  if (isManaged === 'parent') return parentObstacle
  return isManaged ? null : itemObstacle
}

export const shopObstacle = formatMessage(
  say('Stock management is off for the whole shop. Turn it on in WooCommerce → Settings → Products → Inventory.'),
)

export const parentObstacle = formatMessage(
  say('All variations of this product share one stock. Turn on “Manage stock?” for the variation in WooCommerce.'),
)

export const itemObstacle = formatMessage(
  say('Stock management is off for this product. Turn on “Track stock quantity” in its inventory in WooCommerce.'),
)
