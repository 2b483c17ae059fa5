import { availableParallelism } from 'node:os'
import { createCompanySemaphores } from './in-turns.ts'

/**
 * For work that keeps a core busy for seconds: a batch of a sync, a file of products, a report. A company has only so much of
 * it under way in this process that one core is left to everybody else's calls; the rest waits, holding nothing. Never
 * inside a transaction, nor inside another such turn: it might wait for itself.
 */
export const withHeavySlot = createCompanySemaphores({ atOnce: Math.max(1, availableParallelism() - 1) })
