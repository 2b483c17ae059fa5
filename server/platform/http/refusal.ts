/** A refusal that belongs to HTTP alone, so no rule of the product ever throws it. */
export class HttpError extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.name = 'HttpRefusal'
    this.statusCode = statusCode
  }
}
