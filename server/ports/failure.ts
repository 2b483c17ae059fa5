/** The other side can't answer now: throttled, down, too slow. The job runner waits and tries again. */
export class Unavailable extends Error {
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'Unavailable'
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** The other side understood and said no. A result to record, not a failed job. */
export class Rejected extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'Rejected'
  }
}
