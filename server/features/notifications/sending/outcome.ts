import type { ClaimResult } from './take-up.ts'

/**
 * `waiting`: the service could not be reached; `silent` when it asks to be left alone. `doubtful`: nobody knows whether it
 * went out.
 */
export type SendOutcome = Exclude<ClaimResult['kind'], 'claimed'> | 'sent' | 'waiting' | 'silent' | 'doubtful'
