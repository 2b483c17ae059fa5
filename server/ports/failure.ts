import { asMessage, inEnglish, type Message, type Sentence } from '#contract/i18n.ts'

/** Why the other side did not do what it was asked, in a sentence for people. `message` is in English. */
export abstract class Failure extends Error {
  readonly sentence: Message

  constructor(sentence: Sentence, options?: { cause?: unknown }) {
    super(inEnglish(sentence), options)
    this.sentence = typeof sentence === 'string' ? asMessage(sentence) : sentence
  }
}

/** The other side cannot answer now: throttled, down, too slow. The job runner backs off and retries. */
export class Unavailable extends Failure {
  readonly retryAfterSeconds: number | undefined
  /** An ambiguous write: it may have been done, so check before repeating it. */
  readonly mayHaveHappened: boolean
  /** Nothing is wrong: it takes the other side a while, and it is asked again. */
  readonly isWorkingOnIt: boolean

  constructor(
    sentence: Sentence,
    options: { retryAfterSeconds?: number; mayHaveHappened?: boolean; isWorkingOnIt?: boolean; cause?: unknown } = {},
  ) {
    super(sentence, { cause: options.cause })
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
}

/** The other side understood the call and rejected it. A result to record, not a failed job. */
export class Rejected extends Failure {
  readonly code: string | undefined
  readonly whoActs: ActingParty | undefined

  constructor(sentence: Sentence, { cause, code, whoActs }: RejectionDetails & { cause?: unknown } = {}) {
    super(sentence, { cause })
    this.name = 'Rejected'
    this.code = code
    this.whoActs = whoActs
  }
}

/** The account's credentials are no longer accepted. No more calls are made until somebody authorizes it again. */
export class Unauthorized extends Failure {
  constructor(sentence: Sentence, options: { cause?: unknown } = {}) {
    super(sentence, options)
    this.name = 'Unauthorized'
  }
}
