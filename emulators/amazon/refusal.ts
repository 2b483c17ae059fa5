/** Amazon's way of saying no: `{"errors": [{"code", "message", "details"}]}`. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: string | undefined

  constructor(status: number, code: string, message: string, details?: string) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export const invalidInput = (message: string) => new Refusal(400, 'InvalidInput', message)
