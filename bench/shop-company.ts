import { newProduct } from '#emulators/woocommerce/first-shop.ts'
import { createShop as createWooShop, nextId, type Shop as WooShop } from '#emulators/woocommerce/state.ts'
import { addVariant, createShop as createStore, type Shop as Store } from '#emulators/shopify/state.ts'
import { seedShop, type SeededItem } from '#server/testing/seeded-shop.ts'
import { type BenchCompany, createCompany } from './amazon-shop.ts'
import { switchOffCustomerEmails } from './intake-shop.ts'
import type { BenchEnvironment } from './harness/environments.ts'

export type Vendor = 'Shopify' | 'WooCommerce'

/** What a shop sells: by the id of each item, the code of the SKU that it really is. */
export type StockedItems = Map<string, string>

/** A company and its two shops, which sell the same items, with the same traps. */
export type ShopCompany = BenchCompany & {
  store: Store
  wooShop: WooShop
  truth: Record<Vendor, StockedItems>
}

/** Units of each SKU, so many that no order takes the last one. */
export const unitsOfSku = 1_000

export async function createShopCompany(
  environment: BenchEnvironment,
  seed: number,
  skuCount: number,
): Promise<ShopCompany> {
  const company = await createCompany(environment, 'shops-bench')
  await switchOffCustomerEmails(environment, company.companyId)
  const seeded = seedShop(seed, skuCount)
  const codes = new Map(seeded.skus.map(({ id, sku }) => [id, sku]))
  const codeOf = ({ truth }: SeededItem): string => codes.get(truth) ?? ''
  await fillSkus(environment, company.companyId, seeded.skus)
  const { store, items: ofShopify } = openStore(environment, seeded.items, codeOf)
  const { wooShop, items: ofWoocommerce } = openWooShop(environment, seeded.items, codeOf)
  return { ...company, store, wooShop, truth: { Shopify: ofShopify, WooCommerce: ofWoocommerce } }
}

type SeededSku = ReturnType<typeof seedShop>['skus'][number]

async function fillSkus({ owner }: BenchEnvironment, companyId: string, skus: readonly SeededSku[]): Promise<void> {
  await owner.query(
    `with seeded as (
       select * from json_to_recordset($2::json) as r(sku text, title text, barcode text, "isActive" boolean)
     ), made as (insert into products (company_id, id, title) values ($1, new_id(), 'Seeded') returning id)
     insert into skus (company_id, id, product_id, sku, title, barcode, is_active, price)
     select $1, new_id(), made.id, seeded.sku, seeded.title, seeded.barcode, seeded."isActive", 10 from made, seeded`,
    [companyId, JSON.stringify(skus)],
  )
  await owner.query(
    `update stock_levels set qty_available = $2, source = 'amazon', read_at = now() where company_id = $1`,
    [companyId, unitsOfSku],
  )
  await owner.query('analyze skus')
}

type Opening<Shop> = Shop & { items: StockedItems }

/** A store in which each title is a product with variants. */
function openStore(
  { shopify: { state, clock } }: BenchEnvironment,
  items: readonly SeededItem[],
  codeOf: (item: SeededItem) => string,
): Opening<{ store: Store }> {
  const store = createStore(state, clock.now(), { name: 'shops-bench', title: 'Shops bench' })
  const sold: StockedItems = new Map()
  const productIds = new Map<string, number>()
  for (const item of items) {
    const { sku, barcode, title: productTitle, variant } = item
    const productId = productIds.get(productTitle)
    const added = addVariant(state, store, {
      sku,
      barcode,
      productTitle,
      title: variant ?? 'Default Title',
      ...(productId === undefined ? {} : { productId }),
    })
    productIds.set(productTitle, added.productId)
    sold.set(String(added.id), codeOf(item))
  }
  return { store, items: sold }
}

/** A shop in which every other title is a product with variations; each item of the others is a product of its own. */
function openWooShop(
  { woocommerce: { state } }: BenchEnvironment,
  items: readonly SeededItem[],
  codeOf: (item: SeededItem) => string,
): Opening<{ wooShop: WooShop }> {
  const wooShop = createWooShop({ slug: 'shops-bench', name: 'Shops bench' })
  const sold: StockedItems = new Map()
  for (const [index, [title, ofTitle]] of [...Map.groupBy(items, (item) => item.title)].entries()) {
    const hasVariations = index % 2 === 0
    const parentId = hasVariations ? nextId(wooShop) : 0
    if (hasVariations) {
      wooShop.products.push(
        newProduct({ id: parentId, name: title, type: 'variable', manageStock: false, stockQuantity: null }),
      )
    }
    for (const item of ofTitle) {
      const id = nextId(wooShop)
      const codes = { sku: item.sku ?? '', gtin: item.barcode ?? '' }
      const variant = item.variant ?? ''
      wooShop.products.push(
        hasVariations
          ? newProduct({ id, name: title, type: 'variation', parentId, option: variant, ...codes })
          : newProduct({ id, name: `${title}, ${variant}`, ...codes }),
      )
      sold.set(String(id), codeOf(item))
    }
  }
  state.shops.push(wooShop)
  return { wooShop, items: sold }
}

/** Connects a shop by the API, which starts reading what it sells. Returns its channel. */
export async function connect(
  environment: BenchEnvironment,
  { store, wooShop, headers }: ShopCompany,
  vendor: Vendor,
): Promise<string> {
  const [key] = wooShop.keys
  const credentials = {
    Shopify: { shopDomain: store.name, clientId: store.clientId, clientSecret: store.clientSecret },
    WooCommerce: {
      siteUrl: `${environment.woocommerce.url}/${wooShop.slug}`,
      consumerKey: key?.key,
      consumerSecret: key?.secret,
    },
  }
  const path = `/api/channels/connect/${vendor.toLowerCase()}`
  const { channelId } = (await post(environment, headers, path, credentials[vendor])) as { channelId: string }
  return channelId
}

export async function post(
  { url }: BenchEnvironment,
  headers: Record<string, string>,
  path: string,
  body: object,
): Promise<unknown> {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}
