import type { Listing } from '#server/ports/listings.ts'
import { fullReadDueBefore } from '../../sync/full-read-age.ts'
import { isFullReadDue, findReadUntil } from '../../sync/queries/state.ts'
import { startOfDeltaRead } from '../../sync/since-last-read.ts'
import { commitStep, type TwoWaySync, type TwoWayProgress } from '../two-way.ts'
import { endReading } from './end-reading.ts'
import { storeListings } from './keep-listings.ts'

/** More can't be paged through at Amazon. */
const mostChanged = 1_000

/** Reads what changed at the marketplace since it was last read; null when all of it has to be read. */
export async function readChangedListings(
  twoWay: TwoWaySync,
  marketplaceId: string,
  progress: TwoWayProgress,
): Promise<TwoWayProgress | null> {
  const beganAt = twoWay.ctx.clock.now()
  const since = await changedSince(twoWay, marketplaceId)
  const changed = since && (await readChanges(twoWay, marketplaceId, since))
  if (!changed) return null
  return commitStep(twoWay, async (tx) => {
    const read = await storeListings(tx, twoWay, { marketplaceId, listings: changed, readAt: beganAt })
    return endReading(tx, twoWay, { marketplaceId, beganAt, isFull: false }, { ...progress, ...read(progress) })
  })
}

/** Null when it has to be read in full: because that is asked for, or long ago, or was never done. */
async function changedSince({ ctx, run }: TwoWaySync, marketplaceId: string): Promise<Date | null> {
  if (run.mode === 'full') return null
  const account = { companyId: ctx.companyId, accountId: run.accountId, kind: 'two_way' } as const
  const readUntil = await ctx.transaction(async (tx) => {
    const isDue = await isFullReadDue(tx, account, fullReadDueBefore(ctx.clock.now()))
    return isDue ? null : findReadUntil(tx, { ...account, marketplaceId })
  })
  return readUntil && startOfDeltaRead(readUntil)
}

/** Null when there are more than can be reached. */
async function readChanges(
  { account, listings }: TwoWaySync,
  marketplaceId: string,
  since: Date,
): Promise<Listing[] | null> {
  const changed: Listing[] = []
  let page: string | null = null
  do {
    const answer = await listings.readChanged(account, { marketplaceId, since, ...(page !== null && { page }) })
    if (answer.total > mostChanged) return null
    changed.push(...answer.listings)
    page = answer.next
  } while (page !== null)
  return changed
}
