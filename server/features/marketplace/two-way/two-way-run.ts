import { z } from 'zod'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import type { Listings } from '#server/ports/listings.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { Progress, ProgressNotifier, Run } from '../sync/progress.ts'
import { lockRun, saveProgress } from '../sync/run-queries.ts'

/** A run of a two-way sync and all that carrying it out needs. */
export type TwoWaySync = {
  ctx: CompanyContext
  run: Run<Checkpoint>
  account: MarketplaceAccount
  listings: Listings
  notifier: ProgressNotifier
  /** Nobody has asked yet to have anything sent to this account. */
  importsOnly: boolean
}

export type TwoWayProgress = Progress<Checkpoint>

/** What a step did and how far the run has come by it, both or neither. A run that was ended meanwhile stops here. */
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

/** Does something for the run that takes it no further. A run that was ended meanwhile stops here. */
export async function withRunLock<T>({ ctx, run }: TwoWaySync, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryOnConflict(() =>
    ctx.transaction(async (tx) => {
      await lockRun(tx, ctx.companyId, run.id)
      return work(tx)
    }),
  )
}

/** The feed that a marketplace was sent: all that was planned for SKUs up to `until`. Without a handle it is over. */
export const FeedState = z.object({ marketplaceId: z.string(), until: z.uuid(), handle: z.string().nullable() })

export type FeedState = z.output<typeof FeedState>

/** How far a run has come with telling Amazon. */
const SendingState = z.object({ fed: FeedState.nullable().default(null) })

type SendingState = z.output<typeof SendingState>

const Moment = z.coerce.date()

/** The steps of a two-way sync, in their order; a preview ends with the plan. */
const steps = ['read', 'details', 'plan', 'take', 'send'] as const

export type Step = (typeof steps)[number]

/** A marketplace that is read in full: by which list, and how many of its SKUs have been read. */
export const FullReading = z.object({
  marketplaceId: z.string(),
  beganAt: Moment,
  handle: z.string(),
  position: z.int(),
})

export type FullReading = z.output<typeof FullReading>

/** How far a run has come: written along with what it tells of, so that a new process goes on from there. */
const Checkpoint = z.object({
  step: z.enum(steps),
  /** Marketplaces whose listings have been read. */
  done: z.array(z.string()),
  reading: FullReading.nullable(),
  /** When the first of them had been read: what is decided by it is as old. */
  readAt: Moment.nullable().default(null),
  /** How many listings have had their details read. */
  detailed: z.int(),
  /** The last SKU that has been planned for. */
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
