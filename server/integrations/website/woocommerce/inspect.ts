import { z } from 'zod'
import { plain } from '#contract/fields.ts'
import { type Message, say } from '#contract/i18n.ts'
import type { ChannelAccount, ChannelConnection, ConsentRequest } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { type Access, createWooClient, type WoocommerceSettings, type WooClient } from './client.ts'
import { decodeEntities } from './html-text.ts'
import { siteAddress } from './site.ts'

const Index = z.object({
  name: z.string().catch(''),
  home: z.string().catch(''),
  namespaces: z.array(z.string()),
  routes: z.record(z.string(), z.unknown()).catch({}),
})
type Index = z.output<typeof Index>

const Anything = z.unknown()
const Currency = z.object({ code: z.string() })
const Setting = z.object({ value: z.unknown().optional() })
const SystemStatus = z.object({ environment: z.object({ version: z.string() }) })

/** Plugins that keep tracking numbers, by their namespaces. */
const trackingPlugins = ['wc-shipment-tracking/v3', 'wc-ast/v3']

const oldestMajor = 8

/** The first look at a shop: whether its key suffices, what it sells in, and what it can do. */
export async function inspect(settings: WoocommerceSettings, connection: ChannelConnection): Promise<ChannelAccount> {
  const site = siteAddress(connection.accountId ?? '')
  assertAddress(site, settings)
  const { access, index } = await findApi(settings, connection)
  const client = createWooClient(settings, connection, access)
  const [orders, currency, products] = [
    await client.get('wc/v3/orders', { status: 'processing,on-hold', per_page: '1', _fields: 'id' }, Anything),
    await client.get('wc/v3/data/currencies/current', {}, Currency),
    await client.get('wc/v3/products', { per_page: '1', _fields: 'id' }, Anything),
  ]
  const managesStock = await readSwitch(client, 'products/woocommerce_manage_stock')
  const version = await readVersion(client)
  await assertMayWrite(client)
  const fulfillments = Object.keys(index.routes).some((route) => /\/wc\/v3\/orders\/.*\/fulfillments/.test(route))
  const tracking = trackingPlugins.find((namespace) => index.namespaces.includes(namespace)) ?? null
  // A path too many is answered all the same where permalinks are plain.
  const address = isSameOrigin(index.home, site) ? siteAddress(index.home) : site
  return {
    accountId: address,
    name: plain(decodeEntities(index.name), 100) ?? new URL(site).hostname,
    url: address,
    currency: currency.data.code,
    products: products.total,
    openOrders: orders.total,
    locations: [],
    warnings: [...stockWarnings(managesStock), ...versionWarnings(version)],
    credentialsExpireAt: null,
    state: {
      ...access,
      currency: currency.data.code,
      pricesIncludeTax: await readSwitch(client, 'tax/woocommerce_prices_include_tax'),
      version,
      managesStock,
      fulfillments,
      tracking,
    },
  }
}

function assertAddress(site: string, { allowsLoopback }: WoocommerceSettings): void {
  if (!URL.canParse(site)) {
    throw refused(say('The shop’s address is not complete. Enter it as https://shop.example.com.'))
  }
  if (!site.startsWith('https:') && !(allowsLoopback && site.startsWith('http:'))) {
    throw refused(say('The shop’s address starts with http. The key is only safe over https: enter the https address.'))
  }
}

const isSameOrigin = (one: string, other: string): boolean =>
  URL.canParse(one) && new URL(one).origin === new URL(other).origin

const refused = (sentence: Message) => new Rejected(sentence, { code: 'address_refused', whoActs: 'you' })

/** The API stands below `/wp-json/`, or in a parameter where the site has plain permalinks. */
async function findApi(
  settings: WoocommerceSettings,
  connection: ChannelConnection,
): Promise<{ access: Access; index: Index }> {
  const read = async (access: Access) => {
    const { data } = await createWooClient(settings, connection, access).get('', {}, Index)
    return { access, index: data }
  }
  const found = await read({ route: undefined, keysIn: undefined }).catch(async (error: unknown) => {
    if (!(error instanceof Rejected && error.code === 'rest_no_route') && !(error instanceof Unavailable)) throw error
    return read({ route: 'parameter', keysIn: undefined }).catch(() => {
      throw error
    })
  })
  if (!found.index.namespaces.includes('wc/v3')) {
    throw refused(
      say(
        'There is a WordPress site at this address, but WooCommerce is not active. Activate WooCommerce, or check the address.',
      ),
    )
  }
  return { ...found, access: { ...found.access, keysIn: await findKeyPlace(settings, connection, found.access) } }
}

/** A server that removes the Authorization header makes every key unknown; over https the key may stand in the address. */
async function findKeyPlace(
  settings: WoocommerceSettings,
  connection: ChannelConnection,
  access: Access,
): Promise<Access['keysIn']> {
  const tryKeys = (keysIn: Access['keysIn']) =>
    createWooClient(settings, connection, { ...access, keysIn }).get(
      'wc/v3/orders',
      { per_page: '1', _fields: 'id' },
      Anything,
    )
  try {
    await tryKeys(undefined)
    return undefined
  } catch (error) {
    if (!(error instanceof Unauthorized) || !siteAddress(connection.accountId ?? '').startsWith('https:')) throw error
    return tryKeys('query').then(
      () => 'query' as const,
      () => Promise.reject(error),
    )
  }
}

/** Null where the user of the key may not see it. */
const readSwitch = (client: WooClient, setting: string): Promise<boolean | null> =>
  optional(async () => (await client.get(`wc/v3/settings/${setting}`, {}, Setting)).data.value === 'yes')

const readVersion = (client: WooClient): Promise<string | null> =>
  optional(
    async () =>
      (await client.get('wc/v3/system_status', { _fields: 'environment' }, SystemStatus)).data.environment.version,
  )

async function optional<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Unauthorized || error instanceof Rejected) return null
    throw error
  }
}

/** An empty batch changes nothing, and a key without the right to write is refused all the same. */
const assertMayWrite = (client: WooClient) => client.write('POST', 'wc/v3/products/batch', { update: [] }, Anything)

const stockWarnings = (managesStock: boolean | null): string[] =>
  managesStock === false
    ? [
        'Stock management is off in this shop, so it can’t accept quantities. Turn it on in WooCommerce → Settings → Products → Inventory.',
      ]
    : []

function versionWarnings(version: string | null): string[] {
  const major = Number.parseInt(version ?? '', 10)
  return major < oldestMajor
    ? [`The shop uses WooCommerce ${version}. Versions before ${oldestMajor} are not tested; update it.`]
    : []
}

/** WooCommerce's consent page. It mangles `+`, `=` and `&` in `user_id`, so tokens are letters, digits, `-` and `_`. */
export function consentUrl({ accountId, token, callbackUrl, returnUrl }: ConsentRequest): string {
  const query = new URLSearchParams({
    app_name: 'Lockstep',
    scope: 'read_write',
    user_id: token,
    return_url: returnUrl,
    callback_url: callbackUrl,
  })
  return `${siteAddress(accountId)}/wc-auth/v1/authorize?${query.toString()}`
}
