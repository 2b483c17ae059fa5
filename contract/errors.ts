export type ErrorCode = 'not_found' | 'forbidden' | 'conflict' | 'invalid' | 'unavailable'

/** A refusal that the person who asked should read. Anything else that is thrown is a fault of ours. */
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

/** RFC 9457 problem details, the body of every refused call. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  instance?: string
  errors?: FieldError[]
}
