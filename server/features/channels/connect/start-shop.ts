import { sql } from 'drizzle-orm'
import type { channelConnectApi, ShopToStart } from '#contract/channel-connect.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ChannelAccount } from '#server/ports/channel.ts'
import { ChannelConfig, isPushed } from '../channel-config.ts'
import { type ChannelRecord, lockChannel, updateChannelRow } from '../channel-queries.ts'
import { toAuditedChannel } from '../channels.ts'
import { clearSentOffers, readOffers, recordAllOffersChanged, withItems } from '../offer-queries.ts'
import { toConnectedShop } from './connect-shop.ts'
import { inspectConnected } from './inspect-shop.ts'

export async function readShop(ctx: CompanyContext, { channelId }: { channelId: string }): Promise<ShopToStart> {
  const { channel, account } = await inspectConnected(ctx, channelId)
  return { ...toConnectedShop(channel, account), firstPush: await ctx.read((tx) => previewFirstPush(tx, ctx, channel)) }
}

/** Compares what the shop shows of each matched product with what it would be told. */
async function previewFirstPush(
  tx: Tx,
  { companyId }: CompanyContext,
  channel: ChannelRecord,
): Promise<ShopToStart['firstPush']> {
  const matched = sql`
    select distinct i.sku_id as id from channel_items i where i.company_id = ${companyId} and i.channel_id = ${channel.id}
      and i.sku_id is not null and i.removed_at is null`
  const offering = { ...channel, config: ChannelConfig.parse(channel.config) }
  const onChannel = { companyId, channelId: channel.id }
  const offers = await withItems(tx, onChannel, await readOffers(tx, companyId, offering, matched))
  const changes = offers.flatMap(({ items, sellable, isVisible }) => {
    const next = isVisible ? sellable : 0
    return items.filter(({ quantity }) => quantity !== next).map(({ quantity }) => ({ next, quantity }))
  })
  return {
    changed: changes.length,
    soldOut: changes.filter(({ next, quantity }) => next === 0 && (quantity ?? 0) > 0).length,
  }
}

type StartInput = ParsedInputOf<typeof channelConnectApi.start>

/** Switches pushing on: until then a connected shop is only read. Every offer is queued. */
export async function startShop(ctx: CompanyContext, input: StartInput): Promise<{ channelId: string; skus: number }> {
  const { companyId } = ctx
  const { channelId } = input
  const { account } = await inspectConnected(ctx, channelId)
  return ctx.transaction(async (tx) => {
    const before = await lockChannel(tx, companyId, channelId)
    if (!before.isActive)
      throw new AppError('conflict', say('{name} is inactive. Activate it first.', { name: before.name }))
    const current = ChannelConfig.parse(before.config)
    const config = {
      ...current,
      pushesStock: true,
      sendsPrices: input.sendsPrices ?? current.sendsPrices,
      locationId: chooseLocation(account, input.locationId ?? current.locationId),
    }
    const after = await updateChannelRow(tx, companyId, channelId, {
      config,
      isPushed: isPushed({ ...before, config }),
    })
    await clearSentOffers(tx, { companyId, channelId })
    await recordAllOffersChanged(tx, { companyId, channelId })
    await recordAudit(tx, ctx, {
      action: 'channel.start',
      resource: 'channel',
      resourceId: channelId,
      companyId,
      before: toAuditedChannel(before),
      after: toAuditedChannel(after),
    })
    await ctx.publishChange(tx, 'channels')
    return { channelId, skus: await countMatchedSkus(tx, { companyId, channelId }) }
  })
}

async function countMatchedSkus(tx: Tx, { companyId, channelId }: { companyId: string; channelId: string }) {
  const { rows } = await tx.execute<{ skus: number }>(sql`
    select count(distinct sku_id)::int as skus from channel_items
    where company_id = ${companyId} and channel_id = ${channelId} and removed_at is null`)
  return rows[0]?.skus ?? 0
}

/** The location whose stock is kept: the chosen one, or the only one; none where the shop has one stock. */
function chooseLocation({ locations }: ChannelAccount, chosen: string | null): string | null {
  if (locations.length === 0) return null
  const [first] = locations
  if (chosen === null && locations.length === 1 && first) return first.id
  const found = locations.find(({ id }) => id === chosen)
  if (found) return found.id
  const message =
    chosen === null
      ? say('Choose the location whose stock Lockstep updates.')
      : say('The shop no longer has this location. Choose another one.')
  throw new AppError('invalid', message, [{ field: 'locationId', message }])
}
