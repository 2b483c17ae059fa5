import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import type { ChannelAccount, ChannelConnection } from '#server/ports/channel.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { ShopifyClient } from './client.ts'
import { apiVersion } from './settings.ts'

/** What each scope is for, in the order in which they are named to people. */
export const neededScopes = [
  'read_orders',
  'write_orders',
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_fulfillments',
] as const

const Found = z.object({
  shop: z.object({ name: z.string(), url: z.string(), myshopifyDomain: z.string(), currencyCode: z.string() }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  locations: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        fulfillsOnlineOrders: z.boolean(),
        isFulfillmentService: z.boolean(),
      }),
    ),
  }),
  productsCount: z.object({ count: z.int() }).nullish(),
  ordersCount: z.object({ count: z.int() }).nullish(),
  publicApiVersions: z.array(z.object({ handle: z.string(), supported: z.boolean() })),
})
type Found = z.output<typeof Found>

const Granted = z.object({ currentAppInstallation: Found.shape.currentAppInstallation })

const Newest = z.object({
  orders: z.object({
    nodes: z.array(
      z.object({
        requiresShipping: z.boolean(),
        shippingAddress: z.object({ address1: z.string().nullish() }).nullish(),
      }),
    ),
  }),
})

/** The first look at a store. Missing scopes are named before anything else is asked, because every other question needs one. */
export async function inspectShop(client: ShopifyClient, connection: ChannelConnection): Promise<ChannelAccount> {
  const { currentAppInstallation } = await client.ask('grantedScopes', {}, Granted)
  assertScopes(currentAppInstallation.accessScopes.map(({ handle }) => handle))
  const found = await client.ask('connection', {}, Found)
  const { orders } = await client.ask('newestAddress', {}, Newest)
  const isAddressHidden = orders.nodes.some((order) => order.requiresShipping && !order.shippingAddress?.address1)
  const { shop, locations } = found
  const own = locations.nodes.filter(({ isFulfillmentService }) => !isFulfillmentService)
  return {
    accountId: shop.myshopifyDomain,
    name: shop.name,
    url: shop.url,
    currency: shop.currencyCode,
    products: found.productsCount?.count ?? null,
    openOrders: found.ordersCount?.count ?? null,
    locations: own.map(({ id, name }) => ({ id, name })),
    warnings: [
      ...(own.length === 0 ? ['The store has no location that holds stock. Add one in Shopify.'] : []),
      ...(isAddressHidden ? [hiddenAddress] : []),
      ...versionWarnings(found, client.servedVersion()),
      ...(shop.myshopifyDomain === connection.accountId
        ? []
        : [`This store was renamed: Shopify now lists it as ${shop.myshopifyDomain}.`]),
    ],
    // The 24-hour token renews itself; client ID and secret have no end.
    credentialsExpireAt: null,
    state: { apiVersion, servedVersion: client.servedVersion(), currency: shop.currencyCode },
  }
}

const hiddenAddress =
  'Shopify hides shipping addresses from this app, so orders can’t be shipped. Allow it to read protected customer data (name, address, phone, email) in the Dev Dashboard.'

/** Whoever may write may read as well; Shopify then lists only the writing scope. */
export function assertScopes(granted: readonly string[]): void {
  const has = (scope: string) => granted.includes(scope) || granted.includes(scope.replace(/^read_/, 'write_'))
  const missing = neededScopes.filter((scope) => !has(scope))
  if (missing.length === 0) return
  throw new Rejected(
    say(
      'The app lacks the access scopes {scopes}. Add them to the app in the Dev Dashboard, release the version, and approve it on the store.',
      { scopes: missing.join(', ') },
    ),
    { code: 'missing_scope', whoActs: 'you' },
  )
}

function versionWarnings({ publicApiVersions }: Found, served: string | null): string[] {
  const isSupported = publicApiVersions.some(({ handle, supported }) => handle === apiVersion && supported)
  if (isSupported && (served === null || served === apiVersion)) return []
  return [
    `Shopify no longer serves version ${apiVersion} of its API${served ? ` but responds with ${served}` : ''}. Update Lockstep.`,
  ]
}
