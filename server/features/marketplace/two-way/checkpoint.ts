import { z } from 'zod'
import { SendingState } from './send/sending.ts'

const Moment = z.coerce.date()

/** The steps of a two-way sync, in their order; a preview ends with the plan. */
const steps = ['read', 'details', 'plan', 'take', 'send'] as const
export type Step = (typeof steps)[number]

/** A marketplace that is read in full: by which list, and how many of its SKUs have been read. */
const FullReading = z.object({
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
export type Checkpoint = z.output<typeof Checkpoint>

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
