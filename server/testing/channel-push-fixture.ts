import { asc, eq, sql } from 'drizzle-orm'
import type { ChannelConfig } from '#server/features/channels/channel-config.ts'
import { pushDueOffers } from '#server/features/channels/push/push-offers.ts'
import { hasDueOffers } from '#server/features/channels/push/queries.ts'
import { getOrCreateSigningSecrets } from '#server/features/channels/secrets.ts'
import { createOutgoing } from '#server/integrations/website/outgoing/send-message.ts'
import type { Deps } from '#server/platform/context.ts'
import { channels, listings, offerChanges } from '#server/platform/db/schema/channels.ts'
import type { Ports } from '#server/platform/ports.ts'
import type { ChannelAdapter } from '#server/ports/channel.ts'
import { noPorts } from './app.ts'
import { buildCompany, buildSku, setLevel } from './builders.ts'
import { buildChannel } from './channels.ts'
import { testContext } from './stock-sync-fixture.ts'
import type { FakeWebsite } from './fake-website.ts'

/** Ports with the real adapter for websites, on loopback; `standard` overrides parts of it. */
export function outgoingPorts(standard: Partial<ChannelAdapter> = {}): Ports {
  const outgoing = createOutgoing({ version: 'test', allowsLoopback: true, clock: { now: () => new Date() } })
  return {
    ...noPorts,
    channels: { ...noPorts.channels, standard: { ...noPorts.channels.standard, ...outgoing, ...standard } },
  }
}

type Item = { sku: string; sellable: number; price: string | null; isVisible: boolean }

/** A company with a pushed channel and one SKU that the channel has not received yet. */
export async function createChannelPushFixture(deps: Deps, site: FakeWebsite, config: Partial<ChannelConfig> = {}) {
  const { id: companyId } = await buildCompany(deps.db)
  const ctx = testContext(deps, companyId)
  const channel = await buildChannel(deps, companyId, { config: { webhookUrl: site.url, ...config } })
  const sku = await buildSku(deps.db, companyId)
  const secret = (await ctx.transaction((tx) => getOrCreateSigningSecrets(tx, ctx)))[0] ?? ''
  return {
    companyId,
    ctx,
    channel,
    sku,
    secret,
    setStock: (available: number, of: { companyId: string; id: string } = sku) =>
      setLevel(deps.db, of, { qtyAvailable: available }),
    push: () => pushDueOffers(ctx, { batchWindowMilliseconds: 0 }),
    isDue: () => ctx.transaction((tx) => hasDueOffers(tx, companyId, deps.clock.now())),
    /** The items of each message that the channel received. */
    pushedItems: () => site.messages(secret).map(({ data }) => data['items'] as Item[]),
    listing: (skuId = sku.id, channelId = channel.id) =>
      ctx.transaction(async (tx) => {
        const found = await tx.select().from(listings).where(eq(listings.skuId, skuId))
        return found.find((row) => row.channelId === channelId)
      }),
    channelNow: (channelId = channel.id) =>
      ctx.transaction(async (tx) => (await tx.select().from(channels).where(eq(channels.id, channelId)))[0]),
    changes: () => ctx.transaction((tx) => tx.select().from(offerChanges).orderBy(asc(offerChanges.skuId))),
    /** Ages pending offer changes by this many seconds. */
    age: (seconds: number) =>
      ctx.transaction((tx) =>
        tx.execute(sql`update offer_changes set changed_at = changed_at - ${seconds} * interval '1 second'`),
      ),
  }
}
