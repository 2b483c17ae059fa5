import { ChannelConfig } from '#server/features/channels/config.ts'
import { handleOfKey } from '#server/features/auth/authenticate-key.ts'
import { isPushed } from '#server/features/channels/is-pushed.ts'
import { insertChannel } from '#server/features/channels/queries/channels.ts'
import { claimHandle } from '#server/features/channels/queries/handles.ts'
import { encryptSecret } from '#server/features/channels/secrets.ts'
import type { Deps } from '#server/platform/context.ts'
import type { channels } from '#server/platform/db/schema/channels.ts'
import { newId } from '#server/platform/id.ts'

type Overrides = Partial<Omit<typeof channels.$inferInsert, 'config' | 'companyId'>> & {
  config?: Partial<ChannelConfig>
}

/**
 * A channel, a website unless told otherwise, that can be reached by its id and its key. Secrets are given and answered in
 * clear. Whether it is pushed to follows from its settings, as in the product.
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
  const webhookSecret = overrides.webhookSecret ?? `whsec_${Buffer.from(`secret of ${id}`).toString('base64')}`
  const { accessToken = null, previousWebhookSecret = null } = overrides
  const ctx = { vault, companyId }
  const sealed = {
    apiKey: apiKey && encryptSecret(ctx, 'api_key', id, apiKey),
    webhookSecret: encryptSecret(ctx, 'webhook_secret', id, webhookSecret),
    previousWebhookSecret:
      previousWebhookSecret && encryptSecret(ctx, 'previous_webhook_secret', id, previousWebhookSecret),
    accessToken: accessToken && encryptSecret(ctx, 'access_token', id, accessToken),
  }
  const config = ChannelConfig.parse(overrides.config ?? {})
  const isActive = overrides.isActive ?? true
  const values = { name: `Shop ${id.slice(-6)}`, slug: `shop-${id.slice(-6)}`, ...overrides, type, isActive, config }
  return db.inCompany(companyId, async (tx) => {
    const channel = await insertChannel(tx, {
      isPushed: isPushed({ type, isActive, config, accessToken }),
      ...values,
      ...sealed,
      companyId,
      id,
    })
    for (const handle of apiKey ? [id, handleOfKey(apiKey)] : [id]) {
      await claimHandle(tx, { companyId, channelId: id, handle })
    }
    return { ...channel, config, apiKey, webhookSecret, previousWebhookSecret, accessToken }
  })
}
