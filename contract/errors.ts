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

export type FieldError = { field: string; message: string }

/** Types of problems that a client handles in another way than by showing their text. */
export const problemTypes = {
  /** The person signed in too long ago for this step; the same call works after a new sign-in. */
  signInAgain: 'urn:lockstep:sign-in-again',
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
}
