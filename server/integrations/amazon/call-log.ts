import type { AmazonLog, CallRecord } from './settings.ts'
import type { HttpResponse } from './http.ts'
import type { Timing } from './timing.ts'
import type { RetryableError } from './errors.ts'

/**
 * Logs every attempt of one call to Amazon: operation, account, status, request id and durations. Never a token or a
 * body.
 */
export class CallLog {
  readonly #log: AmazonLog
  readonly #timing: Timing
  readonly #who: Pick<CallRecord, 'operation' | 'accountId'>
  readonly #beganAt: number
  #sentAt: number

  constructor(who: Pick<CallRecord, 'operation' | 'accountId'>, { log, timing }: { log: AmazonLog; timing: Timing }) {
    this.#log = log
    this.#timing = timing
    this.#who = who
    this.#beganAt = timing.now()
    this.#sentAt = this.#beganAt
  }

  /** When the last attempt was sent. Milliseconds since 1970. */
  get sentAt(): number {
    return this.#sentAt
  }

  /** Milliseconds since the call began, waits included. */
  get elapsed(): number {
    return this.#timing.now() - this.#beganAt
  }

  markSent(): void {
    this.#sentAt = this.#timing.now()
  }

  logAnswer(response: HttpResponse, attempt: number): void {
    this.#log.debug(this.#record(response, attempt), 'Amazon answered')
  }

  logRefusal(response: HttpResponse, attempt: number, code: string): void {
    this.#log.warn({ ...this.#record(response, attempt), code }, 'Amazon refused')
  }

  logRetryableError(error: RetryableError, attempt: number, pause: number | null): void {
    const next = pause === null ? {} : { pause: Math.round(pause) }
    this.#log.warn({ ...this.#record(error, attempt), ...next }, error.message)
  }

  #record({ status, requestId }: Pick<RetryableError, 'status' | 'requestId'>, attempt: number): CallRecord {
    return {
      ...this.#who,
      status,
      requestId,
      attempt,
      waited: Math.round(this.#sentAt - this.#beganAt),
      took: Math.round(this.#timing.now() - this.#sentAt),
    }
  }
}
