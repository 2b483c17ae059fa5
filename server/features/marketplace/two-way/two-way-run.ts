/*
 * A two-way sync is a state machine of five steps; the run's checkpoint says which one is next:
 *
 *   read     read listings from Amazon, all of them or those changed since the last read
 *   details  read catalog facts (images, brand, bullet points) of listings without them
 *   plan     compare each SKU with its listing (merge/) and store the changes to make; a preview ends here
 *   take     apply Amazon's changes to our SKUs (apply/)
 *   send     send our changes to Amazon, by feed or by patch, and create missing listings (send/)
 *
 * Each piece of work is committed together with the checkpoint (commitStep), so that another process can continue after
 * a crash. The last piece that was not committed is then repeated.
 */
import { z } from 'zod'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import type { Listings } from '#server/ports/listings.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { Progress, ProgressNotifier, Run } from '../sync/progress.ts'
import { lockRun, saveProgress } from '../sync/run-queries.ts'

/** A run of a two-way sync with everything that executing it needs. */
export type TwoWaySync = {
  ctx: CompanyContext
  run: Run<Checkpoint>
  account: MarketplaceAccount
  listings: Listings
  notifier: ProgressNotifier
  /** No user has started a two-way sync for this account yet, so nothing is written to Amazon. */
  importsOnly: boolean
}

export type TwoWayProgress = Progress<Checkpoint>

/** Commits the work of a step together with the run's progress. Throws if the run has been ended meanwhile. */
export async function commitStep(
  { ctx, run, notifier }: TwoWaySync,
  work: (tx: Tx) => Promise<TwoWayProgress>,
): Promise<TwoWayProgress> {
  return retryOnConflict(() =>
    ctx.transaction(async (tx) => {
      await lockRun(tx, ctx.companyId, run.id)
      const progress = await work(tx)
      await saveProgress(tx, ctx.companyId, run.id, progress, ctx.clock.now())
      await notifier.notify(tx, { hasNewSkus: run.mode !== 'dry_run' })
      return progress
    }),
  )
}

/** A transaction for the run that does not change its progress. Throws if the run has been ended meanwhile. */
export async function withRunLock<T>({ ctx, run }: TwoWaySync, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryOnConflict(() =>
    ctx.transaction(async (tx) => {
      await lockRun(tx, ctx.companyId, run.id)
      return work(tx)
    }),
  )
}

/**
 * The feed submitted for a marketplace: the changes of all SKUs up to `until`. Without a handle it has been processed.
 */
export const FeedState = z.object({ marketplaceId: z.string(), until: z.uuid(), handle: z.string().nullable() })

export type FeedState = z.output<typeof FeedState>

const SendingState = z.object({ fed: FeedState.nullable().default(null) })

type SendingState = z.output<typeof SendingState>

const Moment = z.coerce.date()

/** Steps of a two-way sync, in order. A preview ends after `plan`. */
const steps = ['read', 'details', 'plan', 'take', 'send'] as const

export type Step = (typeof steps)[number]

/** A full read of a marketplace: the handle of Amazon's SKU list, and how many of its SKUs have been read. */
export const FullReading = z.object({
  marketplaceId: z.string(),
  beganAt: Moment,
  handle: z.string(),
  position: z.int(),
})

export type FullReading = z.output<typeof FullReading>

/** How far a run has come. Saved in the transaction of each step, so that another process can continue from there. */
const Checkpoint = z.object({
  step: z.enum(steps),
  /** Marketplaces whose listings have been read. */
  done: z.array(z.string()),
  reading: FullReading.nullable(),
  /** When the first marketplace had been read. Decisions based on the read are as old as this. */
  readAt: Moment.nullable().default(null),
  /** Number of listings whose catalog details have been read. */
  detailed: z.int(),
  /** The last SKU that was planned. */
  plannedUntil: z.uuid().nullable(),
  sending: SendingState,
})

type Checkpoint = z.output<typeof Checkpoint>

export const parseCheckpoint = (stored: unknown): Checkpoint =>
  stored === null
    ? {
        step: 'read',
        done: [],
        reading: null,
        readAt: null,
        detailed: 0,
        plannedUntil: null,
        sending: SendingState.parse({}),
      }
    : Checkpoint.parse(stored)
