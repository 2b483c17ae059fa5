import { formatMessage, type Message, say } from './i18n.ts'
import type { RiskQuestion } from './risky-values.ts'

export type ErrorCode = 'not_found' | 'forbidden' | 'conflict' | 'invalid' | 'unavailable'

/** An error whose sentence is for the person who made the request. Any other thrown error is a bug or an outage. `message` is in English. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly sentence: Message
  readonly fields: readonly FieldProblem[]

  constructor(code: ErrorCode, sentence: Message, fields: readonly FieldProblem[] = []) {
    super(formatMessage(sentence))
    this.name = 'AppError'
    this.code = code
    this.sentence = sentence
    this.fields = fields
  }
}

/** What is wrong with a field of the request. */
export type FieldProblem = { field: string; message: Message }

/** An error about one field. Its sentence is the field's message, which is a phrase without a period. */
export const fieldError = (field: string, message: Message, code: ErrorCode = 'invalid'): AppError =>
  new AppError(code, say('{message}.', { message }), [{ field, message }])

/** Nothing was written: these changes need to be confirmed first (`risky-values.ts`). */
export class UnconfirmedRisks extends AppError {
  readonly question: RiskQuestion

  constructor(question: RiskQuestion) {
    super(
      'conflict',
      say(
        'Nothing was saved: {total, plural, one {# value looks} other {# values look}} like a typing error and must be confirmed first.',
        { total: question.total },
      ),
    )
    this.question = question
  }
}

/** In the reader's language. */
export type FieldError = { field: string; message: string }

/** Types of problems that a client handles in another way than by showing their text. */
export const problemTypes = {
  /** The person signed in too long ago for this step; the same call works after a new sign-in. */
  signInAgain: 'urn:lockstep:sign-in-again',
  /** The change has risky values (`risks`); the same call works with their confirmation. */
  confirmRisks: 'urn:lockstep:confirm-risks',
} as const

/** Problem details (RFC 9457), the body of every error reply. */
export type Problem = {
  /** `about:blank`, or one of `problemTypes`. */
  type: string
  title: string
  status: number
  detail: string
  instance?: string
  errors?: FieldError[]
  risks?: RiskQuestion
}
