import type { RiskQuestion } from './risky-values.ts'

export type ErrorCode = 'not_found' | 'forbidden' | 'conflict' | 'invalid' | 'unavailable'

/** An error whose message is for the person who made the request. Any other thrown error is a bug or an outage. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly FieldError[]

  constructor(code: ErrorCode, message: string, fields: readonly FieldError[] = []) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.fields = fields
  }
}

/** Nothing was written: these changes need to be confirmed first (`risky-values.ts`). */
export class UnconfirmedRisks extends AppError {
  readonly question: RiskQuestion

  constructor(question: RiskQuestion) {
    const values = question.total === 1 ? '1 value looks' : `${question.total} values look`
    super('conflict', `Nothing was saved: ${values} like a typing error and must be confirmed first.`)
    this.question = question
  }
}

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
