/** The other side can't answer now: throttled, down, too slow. The job runner waits and tries again. */
export class Unavailable extends Error {
  readonly retryAfterSeconds: number | undefined
  /** A write of which nobody knows whether it was done: look before doing it again. */
  readonly mayHaveHappened: boolean

  constructor(
    message: string,
    options: { retryAfterSeconds?: number; mayHaveHappened?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'Unavailable'
    this.retryAfterSeconds = options.retryAfterSeconds
    this.mayHaveHappened = options.mayHaveHappened ?? false
  }
}

/** Who can do something about a refusal: the people who use Lockstep, the other side, or those who run Lockstep. */
export type ActingParty = 'you' | 'other_side' | 'lockstep'

export type RejectionDetails = {
  /** One word for programs: ours where the refusal is known, the other side's own where it is not. */
  code?: string
  whoActs?: ActingParty
  /** What to do about it; the message says it too. */
  remedy?: string
}

/** The other side understood and said no. A result to record, not a failed job. */
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

/** The other side no longer lets this account in. Nothing more is asked of it until somebody authorises it again. */
export class Unauthorized extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'Unauthorized'
  }
}
