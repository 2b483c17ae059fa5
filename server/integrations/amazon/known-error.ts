import type { ActingParty } from '#server/ports/failure.ts'

/** A refusal that we understand: what it means, who can do something about it, and what. */
export type KnownError = {
  /** Our word for it. */
  readonly code: string
  /** Amazon's names; any operation when absent. */
  readonly operations?: readonly string[]
  readonly status?: number
  /** What Amazon's code, message or details say. */
  readonly says?: RegExp
  readonly meaning: string
  readonly whoActs: ActingParty
  readonly remedy: string
}
