import type { ConnectedShop, ShopifyCredentials, WoocommerceCredentials } from '#contract/channel-connect.ts'
import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
import { isLoopback } from '#server/platform/config.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { ChannelAccount } from '#server/ports/channel.ts'
import { ChannelConfig } from '../channel-config.ts'
import type { ChannelRecord } from '../channel-queries.ts'
import { inspectShop, type ShopLogin } from './inspect-shop.ts'
import { alreadyConnected, storeShop } from './store-shop.ts'

export async function connectWoocommerce(ctx: CompanyContext, input: WoocommerceCredentials): Promise<ConnectedShop> {
  const { siteUrl, consumerKey, consumerSecret, ...forChannel } = input
  const accountId = toSite(ctx, siteUrl)
  return connectShop(ctx, {
    login: {
      type: 'woocommerce',
      accountId,
      credentials: { consumerKey, consumerSecret },
      fields: { address: 'siteUrl', key: 'consumerKey' },
    },
    webhookSecret: null,
    ...forChannel,
  })
}

export async function connectShopify(ctx: CompanyContext, input: ShopifyCredentials): Promise<ConnectedShop> {
  const { shopDomain, clientId, clientSecret, ...forChannel } = input
  return connectShop(ctx, {
    login: {
      type: 'shopify',
      accountId: shopDomain,
      credentials: { clientId, clientSecret },
      fields: { address: 'shopDomain', key: 'clientId' },
    },
    // Shopify signs webhooks with the secret of the app.
    webhookSecret: clientSecret,
    ...forChannel,
  })
}

export type Connecting = {
  login: ShopLogin
  webhookSecret: string | null
  name?: string | undefined
  channelId?: string | undefined
}

/** Tests the credentials, then stores them in one transaction. Nothing is sent to the shop before it is started. */
export async function connectShop(ctx: CompanyContext, connecting: Connecting): Promise<ConnectedShop> {
  const { login, webhookSecret, name, channelId } = connecting
  const { type, accountId } = login
  const id = newId()
  const inspected = await inspectShop(ctx, login, { channelId: channelId ?? id, name: name ?? accountId })
  const shop = { type, inspected, channelId: channelId ?? null, newId: id, name: name ?? null, webhookSecret }
  const stored = await ctx
    .transaction((tx) => storeShop(tx, ctx, shop))
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'channels_account') ? alreadyConnected(inspected.account.accountId, null) : error
    })
  return toConnectedShop(stored.channel, inspected.account, stored.warnings)
}

export function toConnectedShop(
  { id, name, config }: Pick<ChannelRecord, 'id' | 'name' | 'config'>,
  account: ChannelAccount,
  warnings: readonly string[] = [],
): ConnectedShop {
  const { url, currency, products, openOrders, locations } = account
  return {
    channelId: id,
    name,
    shopName: account.name,
    url,
    currency,
    products,
    openOrders,
    locations: locations.map(({ id: locationId, name: location }) => ({ id: locationId, name: location })),
    locationId: ChannelConfig.parse(config).locationId,
    warnings: [...account.warnings, ...warnings],
  }
}

/** The address of a site without query, user name or trailing slash. Keys are sent with each call, so only over TLS. */
export function toSite({ publicUrl }: Pick<CompanyContext, 'publicUrl'>, siteUrl: string): string {
  const { protocol, username, password, origin, pathname } = new URL(siteUrl)
  if (username || password) throw invalidSite(say('The address must not contain a user name or password.'))
  if (protocol !== 'https:' && !(isLoopback(publicUrl) && isLoopback(origin))) {
    throw invalidSite(
      say('The address must begin with https://. WooCommerce takes keys only over a secure connection.'),
    )
  }
  return `${origin}${pathname.replace(/\/(wp-admin|wp-login\.php|wp-json).*$/, '').replace(/\/+$/, '')}`
}

const invalidSite = (message: Message) => new AppError('invalid', message, [{ field: 'siteUrl', message }])
