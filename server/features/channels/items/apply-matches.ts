import { setImmediate } from 'node:timers/promises'
import { recordAudits } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockChannel } from '../channel-queries.ts'
import { decideMatch, indexForMatching, type MatchIndex, type SoldItem, suggestSku } from './match-items.ts'
import {
  type ChangedMatch,
  countWaitingOrders,
  type CheckedItem,
  type NewMatch,
  readMatchInput,
  recordItemsChanged,
  storeSuggestions,
  updateMatches,
} from './queries.ts'

const statementRows = 2_000

/**
 * Job `channels.match-items`. Matches the items that nobody has decided on and that can't be something else, and stores which SKU each of
 * the others most likely is.
 */
export async function matchNewItems(
  ctx: CompanyContext,
  { channelId }: { channelId: string },
): Promise<{ matched: number }> {
  const channel = { companyId: ctx.companyId, channelId }
  const input = await ctx.read((tx) => readMatchInput(tx, channel))
  const open = input.items.filter(({ skuId, isIgnored }) => skuId === null && !isIgnored)
  if (open.length === 0) return { matched: 0 }
  const { matches, checked } = await checkItems(indexForMatching(input), open)
  return ctx.transaction(async (tx) => {
    await lockChannel(tx, ctx.companyId, channelId)
    const { matched } = await applyMatches(tx, ctx, channelId, matches, { onlyOpen: true })
    for (let start = 0; start < checked.length; start += statementRows) {
      await storeSuggestions(tx, channel, checked.slice(start, start + statementRows))
    }
    if (matched === 0) await ctx.publishChange(tx, 'channels')
    return { matched }
  })
}

/** Comparing takes some seconds for ten thousand items, so the process's other work goes on in between. */
const checkedAtOnce = 100

async function checkItems(
  index: MatchIndex,
  open: readonly SoldItem[],
): Promise<{ matches: NewMatch[]; checked: CheckedItem[] }> {
  const matches: NewMatch[] = []
  const unmatched: { item: SoldItem; reason: string | null }[] = []
  for (const [count, item] of open.entries()) {
    if (count % checkedAtOnce === 0) await setImmediate()
    const decision = decideMatch(index, item)
    if (decision.match) matches.push({ externalId: item.externalId, ...decision.match })
    else unmatched.push({ item, reason: decision.reason })
  }
  // What is matched now is taken, so it is suggested for nothing else because of a title.
  const taken = { ...index, usedSkus: new Set([...index.usedSkus, ...matches.flatMap(({ skuId }) => skuId ?? [])]) }
  const checked: CheckedItem[] = []
  for (const [count, { item, reason }] of unmatched.entries()) {
    if (count % checkedAtOnce === 0) await setImmediate()
    const found = suggestSku(taken, item)
    checked.push({
      externalId: item.externalId,
      suggestedSkuId: found?.sku.id ?? null,
      evidence: found?.evidence ?? null,
      reason,
    })
  }
  return { matches, checked }
}

type MatchCounts = { matched: number; undone: number; orders: number }

/**
 * Writes matches and what follows from them: the SKUs are offered again, and orders that wait for the items continue. Needs a lock on the
 * channel. `onlyOpen` leaves alone what a person has decided meanwhile.
 */
export async function applyMatches(
  tx: Tx,
  ctx: CompanyContext,
  channelId: string,
  matches: readonly NewMatch[],
  { onlyOpen } = { onlyOpen: false },
): Promise<MatchCounts> {
  const channel = { companyId: ctx.companyId, channelId }
  const changed = await updateMatches(tx, channel, matches, { at: ctx.clock.now(), onlyOpen })
  if (changed.length === 0) return { matched: 0, undone: 0, orders: 0 }
  const skuIds = changed.flatMap(({ skuId, before }) => [skuId, before]).filter((skuId) => skuId !== null)
  await recordItemsChanged(tx, channel, [...new Set(skuIds)])
  const matched = changed.filter(({ skuId }) => skuId !== null)
  const orders = await countWaitingOrders(
    tx,
    channel,
    matched.map(({ externalId }) => externalId),
  )
  if (matched.length > 0) await ctx.enqueue(tx, 'orders.apply-matches', { channelId })
  // A SKU that is taken is no longer suggested for other items.
  if (!onlyOpen || ctx.actor.type === 'user') await ctx.enqueue(tx, 'channels.match-items', { channelId })
  await recordAudits(tx, ctx, toEntries(ctx, channelId, changed))
  await ctx.publishChange(tx, 'channels')
  return { matched: matched.length, undone: changed.filter(({ skuId }) => skuId === null).length, orders }
}

/** More than these at once are one entry. */
const mostEntries = 500

/** An entry per item that a person decided; what a job has matched is one entry. */
function toEntries({ actor, companyId }: CompanyContext, channelId: string, changed: readonly ChangedMatch[]) {
  const entry = { action: 'channel-item.match', resource: 'channel', resourceId: channelId, companyId } as const
  if (actor.type !== 'user' || changed.length > mostEntries) return [{ ...entry, after: { matched: changed.length } }]
  return changed.map(({ externalId, skuId, before }) => ({
    ...entry,
    before: { externalId: null, skuId: before },
    after: { externalId, skuId },
  }))
}
