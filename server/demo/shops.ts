import { z } from 'zod'
import { connectShopify, connectWoocommerce } from '#server/features/channels/connect/connect-shop.ts'
import { startShop } from '#server/features/channels/connect/start-shop.ts'
import { isLoopback } from '#server/platform/config.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import { bags, campKitchen } from './catalogue/outdoor-products.ts'
import { blankets } from './catalogue/home-products.ts'
import type { DemoProduct } from './catalogue/product.ts'
import { asOperator } from './operator.ts'
import { customerOf } from './orders/customers.ts'

/**
 * Connects a Shopify store and a WooCommerce shop on local emulators, as an operator would. The store is started; the shop waits until
 * somebody has looked at what was matched. The worker reads both after the start, so that the screens show it happening.
 */
export async function addDemoShops(deps: Deps): Promise<void> {
  const { SHOPIFY_URL: shopifyUrl, DEMO_WOOCOMMERCE_URL: woocommerceUrl } = deps.config
  try {
    const ctx = await asOperator(deps)
    if (shopifyUrl && isLoopback(shopifyUrl)) await addShopifyStore(ctx, new URL(shopifyUrl).origin)
    if (woocommerceUrl && isLoopback(woocommerceUrl)) await addWoocommerceShop(ctx, woocommerceUrl)
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s shops could not all be connected')
  }
}

/** What a shop sells: one entry per SKU, with the code that the shop has for it. */
type Sold = { sku: string; title: string; option: string | null; cents: number }

const soldOf = (products: readonly DemoProduct[]): Sold[] =>
  products.flatMap(({ title, isRetired, skus }) =>
    skus
      .filter((sku) => !isRetired && !sku.isRetired)
      .map(({ sku, option, price }) => ({ sku, title, option, cents: price * 100 })),
  )

const App = z.object({ clientId: z.string(), clientSecret: z.string() })

async function addShopifyStore(ctx: CompanyContext, origin: string): Promise<void> {
  const name = 'harbor-pine'
  const store = `${origin}/_control/shops/${name}`
  const app = await tell(`${origin}/_control/shops`, { name, title: 'Harbor & Pine Camp Shop' }, App)
  const sold = soldOf(campKitchen)
  await tell(`${store}/variants`, {
    variants: [
      ...sold.map(({ sku, title, option, cents }) => ({
        sku,
        productTitle: title,
        title: option ?? 'Default Title',
        priceCents: cents,
        available: 5,
      })),
      { sku: null, productTitle: 'Gift Wrapping', priceCents: 500, available: null },
    ],
  })
  const { channelId } = await connectShopify(ctx, { shopDomain: `${name}.myshopify.com`, ...app })
  await startShop(ctx, { channelId })
  const [first, , third] = sold
  if (!first || !third) return
  const line = { sku: first.sku, quantity: 2, attributes: [{ key: 'Engraving', value: 'For Grandpa' }] }
  await tell(`${store}/orders`, { lines: [line], ...shopifyBuyer(301) })
  const pending = { financialStatus: 'PENDING', gateway: 'manual' }
  await tell(`${store}/orders`, {
    lines: [{ sku: third.sku, quantity: 1 }],
    ...pending,
    ...shopifyBuyer(302),
  })
}

const WooSite = z.object({ url: z.url(), keys: z.tuple([z.object({ key: z.string(), secret: z.string() })]) })
const Ids = z.object({ ids: z.array(z.int()) })

async function addWoocommerceShop(ctx: CompanyContext, origin: string): Promise<void> {
  const slug = 'pine-and-wool'
  const site = `${origin}/_control/shops/${slug}`
  const { url, keys } = await tell(`${origin}/_control/shops`, { slug, name: 'Pine &amp; Wool' }, WooSite)
  const sold = soldOf([...blankets, ...bags]).slice(0, 14)
  const products = sold.map(({ sku, title, option, cents }, index) => ({
    name: option === null ? title : `${title} – ${option}`,
    // A few have their codes written in another way, or none, as in a shop that has grown.
    sku: index % 5 === 3 ? sku.replaceAll('-', ' ').toLowerCase() : index % 7 === 5 ? '' : sku,
    regularPrice: cents,
    stockQuantity: 4,
  }))
  const giftBox = { name: 'Gift Box', sku: 'BOX-1', regularPrice: 900, stockQuantity: 40 }
  const { ids } = await tell(`${site}/products`, { products: [...products, giftBox] }, Ids)
  const [{ key, secret }] = keys
  await connectWoocommerce(ctx, { siteUrl: url, consumerKey: key, consumerSecret: secret })
  const [first, second] = ids
  if (!first || !second) return
  await tell(`${site}/orders`, { lines: [{ productId: first, quantity: 1 }], ...wooBuyer(303) })
  const transfer = { status: 'on-hold', paymentMethod: 'bacs' }
  await tell(`${site}/orders`, { lines: [{ productId: second, quantity: 1 }], ...wooBuyer(304), ...transfer })
}

function shopifyBuyer(number: number) {
  const { person, address } = customerOf(number)
  const { line1: address1, city, state: provinceCode, postalCode: zip } = address
  const { firstName, lastName, email } = person
  return { email, address: { firstName, lastName, address1, city, provinceCode, zip } }
}

function wooBuyer(number: number) {
  const { person, address } = customerOf(number)
  const [firstName = '', ...lastNames] = (address.recipientName ?? '').split(' ')
  return {
    email: person.email ?? '',
    shipping: {
      first_name: firstName,
      last_name: lastNames.join(' '),
      address_1: address.line1,
      address_2: address.line2 ?? '',
      city: address.city,
      state: address.state ?? '',
      postcode: address.postalCode,
      country: address.country,
    },
  }
}

/** Posts to the control API of an emulator. */
async function tell<Reply>(url: string, body: object, reply: z.ZodType<Reply> = z.any()): Promise<Reply> {
  const answer = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`The emulator at ${url} answered ${answer.status}`)
  return reply.parse(await answer.json())
}
