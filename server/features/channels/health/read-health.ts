import type { ChannelHealth } from '#contract/channel-connect.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { ChannelConfig, isPolled, isShop } from '../channel-config.ts'
import { getChannelOrThrow } from '../channel-queries.ts'
import { describeHealth } from './describe-health.ts'
import { readChannelFacts } from './queries.ts'

export async function readHealth(ctx: CompanyContext, { channelId }: { channelId: string }): Promise<ChannelHealth> {
  const now = ctx.clock.now()
  return ctx.read(async (tx) => {
    const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
    const facts = await readChannelFacts(tx, ctx.companyId, { channelId, now })
    const described = {
      ...channel,
      isPolled: isPolled(channel, ctx.ports),
      isStarted: !isShop(channel.type) || ChannelConfig.parse(channel.config).pushesStock,
    }
    const { waiting, items, offers, isReadingItems } = facts
    const { state, notes } = describeHealth(described, facts, now)
    return {
      state,
      notes: notes.map((note) => ctx.inReadersLanguage(note)),
      lastHeardAt: iso(channel.lastHeardAt),
      lastPolledAt: iso(channel.lastPolledAt),
      lastConfirmedAt: iso(channel.lastConfirmedAt),
      webhooksCheckedAt: iso(channel.webhooksCheckedAt),
      credentialsExpireAt: iso(channel.credentialsExpireAt),
      itemsReadAt: iso(channel.itemsReadAt),
      isReadingItems,
      waiting,
      items,
      offers,
    }
  })
}

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null
