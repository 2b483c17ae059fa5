import type { channelConnectApi, ConnectedShop } from '#contract/channel-connect.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { ChannelAccount } from '#server/ports/channel.ts'
import { ChannelConfig, isPushed } from '../channel-config.ts'
import { lockChannel, updateChannelRow } from '../channel-queries.ts'
import { toAuditedChannel } from '../channels.ts'
import { clearSentOffers, recordAllOffersChanged } from '../offer-queries.ts'
import { toConnectedShop } from './connect-shop.ts'
import { inspectConnected } from './inspect-shop.ts'

export async function readShop(ctx: CompanyContext, { channelId }: { channelId: string }): Promise<ConnectedShop> {
  const { channel, account } = await inspectConnected(ctx, channelId)
  return toConnectedShop(channel, account)
}

type StartInput = ParsedInputOf<typeof channelConnectApi.start>

/** Switches pushing on: until then a connected shop is only read. Every offer is queued. */
export async function startShop(ctx: CompanyContext, input: StartInput): Promise<{ channelId: string; skus: number }> {
  const { companyId } = ctx
  const { channelId } = input
  const { account } = await inspectConnected(ctx, channelId)
  return ctx.transaction(async (tx) => {
    const before = await lockChannel(tx, companyId, channelId)
    if (!before.isActive) throw new AppError('conflict', `${before.name} is inactive. Activate it first.`)
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
    const skus = await recordAllOffersChanged(tx, { companyId, channelId })
    await recordAudit(tx, ctx, {
      action: 'channel.start',
      resource: 'channel',
      resourceId: channelId,
      companyId,
      before: toAuditedChannel(before),
      after: toAuditedChannel(after),
    })
    await ctx.publishChange(tx, 'channels')
    return { channelId, skus }
  })
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
      ? 'Choose the location whose stock Lockstep keeps.'
      : 'The shop no longer has the location that was chosen. Choose another one.'
  throw new AppError('invalid', message, [{ field: 'locationId', message }])
}
