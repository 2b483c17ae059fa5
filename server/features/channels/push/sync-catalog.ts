import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { isPolled } from '../channel-config.ts'
import { lockChannel } from '../channel-queries.ts'
import { clearSentOffers, recordAllOffersChanged } from '../offer-queries.ts'

type Input = { channelId: string }

/** Pushes all offers again and, if the channel is polled, reads its orders. */
export async function syncCatalog(ctx: CompanyContext, { channelId }: Input) {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const channel = await lockChannel(tx, companyId, channelId)
    if (!channel.isActive)
      throw new AppError('conflict', say('{name} is inactive. Activate it first.', { name: channel.name }))
    await recordAudit(tx, ctx, { action: 'channel.sync', resource: 'channel', resourceId: channelId, companyId })
    if (isPolled(channel, ctx.ports)) await ctx.enqueue(tx, 'channels.poll', { channelId })
    if (!channel.isPushed) return { channelId, skus: 0 }
    await clearSentOffers(tx, { companyId, channelId })
    const skus = await recordAllOffersChanged(tx, { companyId, channelId })
    await ctx.publishChange(tx, 'channels')
    return { channelId, skus }
  })
}
