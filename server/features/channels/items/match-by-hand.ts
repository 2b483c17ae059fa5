import { and, eq, inArray } from 'drizzle-orm'
import type { channelItemsApi } from '#contract/channel-items.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { channelItems } from '#server/platform/db/schema/channels.ts'
import { isShop } from '../channel-config.ts'
import { getChannelOrThrow, lockChannel } from '../channel-queries.ts'
import { applyMatches } from './apply-matches.ts'
import { readSuggestions } from './queries.ts'

/** Matches items with SKUs that a person has chosen, or takes them for none of ours. */
export async function matchItems(
  ctx: CompanyContext,
  { channelId, matches }: ParsedInputOf<typeof channelItemsApi.match>,
): Promise<{ matched: number; undone: number; orders: number }> {
  const last = [...new Map(matches.map((match) => [match.externalId, match])).values()]
  return ctx.transaction(async (tx) => {
    await lockChannel(tx, ctx.companyId, channelId)
    await assertKnown(tx, ctx.companyId, { channelId, matches: last })
    return applyMatches(
      tx,
      ctx,
      channelId,
      last.map((match) => ({ ...match, by: 'person' as const })),
    )
  })
}

type ChosenMatches = Pick<ParsedInputOf<typeof channelItemsApi.match>, 'channelId' | 'matches'>

async function assertKnown(tx: Tx, companyId: string, { channelId, matches }: ChosenMatches): Promise<void> {
  const externalIds = matches.map(({ externalId }) => externalId)
  const ofChannel = and(eq(channelItems.companyId, companyId), eq(channelItems.channelId, channelId))
  const items = await tx.$count(channelItems, and(ofChannel, inArray(channelItems.externalId, externalIds)))
  if (items < matches.length) throw new AppError('conflict', say('The channel does not sell one of these items.'))
  const skuIds = [...new Set(matches.map(({ skuId }) => skuId).filter((skuId) => skuId !== null))]
  if (skuIds.length === 0) return
  const known = await tx.$count(skus, and(eq(skus.companyId, companyId), inArray(skus.id, skuIds)))
  if (known < skuIds.length) throw new AppError('conflict', say('This SKU doesn’t exist.'))
}

/** Matches items with the SKUs suggested for them: all of them, or those chosen. */
export async function acceptSuggestions(
  ctx: CompanyContext,
  { channelId, externalIds }: ParsedInputOf<typeof channelItemsApi.acceptSuggestions>,
): Promise<{ matched: number; orders: number }> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockChannel(tx, companyId, channelId)
    const suggestions = await readSuggestions(tx, { companyId, channelId }, externalIds)
    const matches = suggestions.map((suggestion) => ({ ...suggestion, by: 'person' as const }))
    const { matched, orders } = await applyMatches(tx, ctx, channelId, matches, { onlyOpen: true })
    return { matched, orders }
  })
}

/** Reads again what a shop sells. */
export async function requestReading(ctx: CompanyContext, { channelId }: { channelId: string }) {
  return ctx.transaction(async (tx) => {
    const { name, type, isActive, credentials } = await getChannelOrThrow(tx, ctx.companyId, channelId)
    if (!isShop(type)) throw new AppError('conflict', say('{name}’s products can’t be read.', { name }))
    if (!isActive) throw new AppError('conflict', say('{name} is inactive. Activate it first.', { name }))
    if (credentials === null)
      throw new AppError('conflict', say('{name} is not connected. Connect it first.', { name }))
    await ctx.enqueue(tx, 'channels.read-items', { channelId })
    return { channelId }
  })
}
