import { sql } from 'drizzle-orm'
import type { ChannelInput, ChannelRow } from '#contract/channels.ts'
import { handleOfKey } from '#server/features/auth/authenticate.ts'
import { ChannelConfig, isPushed } from '#server/features/channels/channel-config.ts'
import { insertChannel, claimHandle } from '#server/features/channels/channel-queries.ts'
import { encryptSecret } from '#server/features/channels/secrets.ts'
import type { Deps } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { channels } from '#server/platform/db/schema/channels.ts'
import { newId } from '#server/platform/ids.ts'
import type { ChannelConnection } from '#server/ports/channel.ts'
import type { Browser } from './app.ts'

/** A connection without credentials, for tests of adapters. */
export const bareConnection: ChannelConnection = {
  channelId: '0199c0de-0000-7000-8000-000000000001',
  name: 'Harbor Shop',
  webhookUrl: null,
  signingSecrets: [],
  accessToken: null,
  commerceAccountId: null,
  catalogId: null,
  accountId: null,
  credentials: null,
  saveCredentials: async () => {},
  state: {},
  locationId: null,
  shipsAuthorized: false,
}

type Overrides = Partial<Omit<typeof channels.$inferInsert, 'config' | 'companyId'>> & {
  config?: Partial<ChannelConfig>
}

/**
 * Builds a channel (a website by default) with its public handles. Secrets are passed and returned in clear. Whether it is pushed
 * follows from its settings, as in the product.
 */
export async function buildChannel(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  companyId: string,
  overrides: Overrides = {},
) {
  const id = overrides.id ?? newId()
  const type = overrides.type ?? 'website'
  const apiKey =
    overrides.apiKey === undefined && type === 'website' ? `ls_live_key-of-${id}` : (overrides.apiKey ?? null)
  const feedKey =
    overrides.feedKey === undefined && type === 'website' ? `ls_feed_key-of-${id}` : (overrides.feedKey ?? null)
  const webhookSecret = overrides.webhookSecret ?? `whsec_${Buffer.from(`secret of ${id}`).toString('base64')}`
  const { accessToken = null, previousWebhookSecret = null, credentials = null } = overrides
  const ctx = { vault, companyId }
  const sealed = {
    apiKey: apiKey && encryptSecret(ctx, 'api_key', id, apiKey),
    feedKey: feedKey && encryptSecret(ctx, 'feed_key', id, feedKey),
    webhookSecret: encryptSecret(ctx, 'webhook_secret', id, webhookSecret),
    previousWebhookSecret:
      previousWebhookSecret && encryptSecret(ctx, 'previous_webhook_secret', id, previousWebhookSecret),
    accessToken: accessToken && encryptSecret(ctx, 'access_token', id, accessToken),
    credentials: credentials && encryptSecret(ctx, 'credentials', id, credentials),
  }
  const config = ChannelConfig.parse(overrides.config ?? {})
  const isActive = overrides.isActive ?? true
  const values = { name: `Shop ${id.slice(-6)}`, slug: `shop-${id.slice(-6)}`, ...overrides, type, isActive, config }
  return db.inCompany(companyId, async (tx) => {
    const channel = await insertChannel(tx, {
      isPushed: isPushed({ type, isActive, config, accessToken, credentials }),
      ...values,
      ...sealed,
      companyId,
      id,
    })
    for (const handle of apiKey ? [id, handleOfKey(apiKey)] : [id]) {
      await claimHandle(tx, { companyId, channelId: id, handle })
    }
    if (feedKey) await claimHandle(tx, { companyId, channelId: id, handle: handleOfKey(feedKey), isFeedKey: true })
    return { ...channel, config, apiKey, feedKey, webhookSecret, previousWebhookSecret, accessToken }
  })
}

export type CreatedChannel = ChannelRow & { webhookSecret: string }

export async function createChannelAs(browser: Browser, input: Partial<ChannelInput> = {}): Promise<CreatedChannel> {
  const reply = await browser.post('/api/channels', { name: 'My Shop', type: 'website', ...input })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<CreatedChannel>()
}

/** The audited changes of an action, oldest first. */
export async function auditedChanges(db: Database, companyId: string, action: string) {
  const { rows } = await db.inCompany(companyId, (tx) =>
    tx.execute<{ changes: { before: object; after: object }; actor_name: string }>(
      sql`select changes, actor_name from audit_log where action = ${action} order by created_at, id`,
    ),
  )
  return rows
}

/** The SKU codes that are still to be pushed to a channel. */
export async function skusToPush(db: Database, companyId: string, channelId: string): Promise<string[]> {
  const { rows } = await db.inCompany(companyId, (tx) =>
    tx.execute<{ sku: string }>(sql`
      select s.sku from offer_changes c join skus s on s.company_id = c.company_id and s.id = c.sku_id
      where c.channel_id = ${channelId} order by s.sku`),
  )
  return rows.map(({ sku }) => sku)
}
