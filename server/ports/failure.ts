/** The other side cannot answer now: throttled, down, too slow. The job runner backs off and retries. */
export class Unavailable extends Error {
  readonly retryAfterSeconds: number | undefined
  /** An ambiguous write: it may have been done, so check before repeating it. */
  readonly mayHaveHappened: boolean
  /** Nothing is wrong: it takes the other side a while, and it is asked again. */
  readonly isWorkingOnIt: boolean

  constructor(
    message: string,
    options: { retryAfterSeconds?: number; mayHaveHappened?: boolean; isWorkingOnIt?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'Unavailable'
    this.retryAfterSeconds = options.retryAfterSeconds
    this.mayHaveHappened = options.mayHaveHappened ?? false
    this.isWorkingOnIt = options.isWorkingOnIt ?? false
  }
}

/** Who can fix a rejection: the users of Lockstep, the other side, or the operators of Lockstep. */
export type ActingParty = 'you' | 'other_side' | 'lockstep'

export type RejectionDetails = {
  /** A code for programs: ours where the rejection is known, else the other side's own. */
  code?: string
  whoActs?: ActingParty
  /** What to do about it; the message says it too. */
  remedy?: string
}

/** The other side understood the call and rejected it. A result to record, not a failed job. */
export class Rejected extends Error {
  readonly code: string | undefined
  readonly whoActs: ActingParty | undefined
  readonly remedy: string | undefined

  constructor(message: string, { cause, code, whoActs, remedy }: RejectionDetails & { cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'Rejected'
    this.code = code
    this.whoActs = whoActs
    this.remedy = remedy
  }
}

/** The account's credentials are no longer accepted. No more calls are made until somebody authorizes it again. */
export class Unauthorized extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'Unauthorized'
  }
}
