import { Unavailable } from '#server/ports/failure.ts'
import type { ListingWriteResult } from '#server/ports/listings.ts'
import { commitStep, type TwoWaySync, type TwoWayProgress } from '../two-way.ts'
import { toAnswers, type ChangeAnswer } from './answers.ts'
import { preparePatches } from './prepare-patches.ts'
import { listChangesToPatch, skipOpenPatches, type ChangeToSend } from './queries/planned.ts'
import { recordAnswers } from './record-answers.ts'
import type { FeedState } from './sending.ts'
import { withRunLock } from './while-running.ts'

/** As much as is well held in memory and in one transaction. */
const skusPerFeed = 10_000
const secondsBetweenLooks = 30

/** Hands the changes of the marketplace's next SKUs to Amazon in one piece. */
export async function submitFeed(
  twoWay: TwoWaySync,
  marketplaceId: string,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const { ctx, run, account, listings } = twoWay
  const place = { companyId: ctx.companyId, runId: run.id, marketplaceId }
  const after = lastFedSku(progress, marketplaceId)
  const { prepared, until } = await withRunLock(twoWay, async (tx) => {
    const planned = await listChangesToPatch(tx, place, { after, limit: skusPerFeed })
    const until = planned.at(-1)?.skuId
    return { prepared: await preparePatches(tx, twoWay, marketplaceId, planned), until }
  })
  if (until === undefined) return progress
  const patches = prepared.map(({ patch }) => patch)
  const handle = patches.length === 0 ? null : await listings.beginPatches(account, marketplaceId, patches)
  return commitStep(twoWay, async () => withFeed(progress, { marketplaceId, until, handle }))
}

/** What Amazon says to the feed that is under way. Throws while it is at work, to be asked again later. */
export async function collectFeed(twoWay: TwoWaySync, progress: TwoWayProgress): Promise<TwoWayProgress> {
  const { fed } = progress.checkpoint.sending
  if (!fed?.handle) return progress
  const collected = await twoWay.listings.collectPatches(twoWay.account, fed.handle)
  if (collected.state === 'working') {
    throw new Unavailable('Amazon is still working through the changes.', { retryAfterSeconds: secondsBetweenLooks })
  }
  const { marketplaceId, until } = fed
  const place = { companyId: twoWay.ctx.companyId, runId: twoWay.run.id, marketplaceId }
  return commitStep(twoWay, async (tx) => {
    if (collected.state === 'failed') {
      await skipOpenPatches(tx, place, { until }, `Amazon did not work through the changes. ${collected.reason}`)
    } else {
      const planned = await listChangesToPatch(tx, place, { until })
      await recordAnswers(tx, twoWay, marketplaceId, feedAnswers(collected.result, planned))
    }
    return withFeed(progress, { ...fed, handle: null })
  })
}

const accepted: ListingWriteResult = { isAccepted: true, issues: [] }

/**
 * What Amazon found wrong stands in its report, SKU by SKU. Of several fields that were refused together nobody knows
 * which was meant: they stay planned, and are sent by themselves.
 */
const feedAnswers = (report: Record<string, ListingWriteResult>, planned: readonly ChangeToSend[]): ChangeAnswer[] =>
  [...Map.groupBy(planned, ({ sku }) => sku)].flatMap(([sku, changes]) => {
    const result = Object.hasOwn(report, sku) ? (report[sku] ?? accepted) : accepted
    return result.isAccepted || changes.length === 1 ? toAnswers(changes, result) : []
  })

/** Up to which SKU the marketplace's changes have been fed to Amazon. */
export function lastFedSku({ checkpoint }: TwoWayProgress, marketplaceId: string): string | undefined {
  const { fed } = checkpoint.sending
  return fed?.marketplaceId === marketplaceId ? fed.until : undefined
}

const withFeed = (progress: TwoWayProgress, fed: FeedState): TwoWayProgress => ({
  ...progress,
  checkpoint: { ...progress.checkpoint, sending: { ...progress.checkpoint.sending, fed } },
})
