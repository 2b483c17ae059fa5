import { say } from '#contract/i18n.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { RateLimiter } from '#server/ports/shared-state.ts'
import type { Operation } from './operation.ts'
import { limitTime, waitFor, type Timing } from './timing.ts'

/**
 * Amazon counts a call when it arrives, not when it is sent. Staying 2 % under the rate and reserving 0.75 of a call of
 * the burst tolerates different network delays between two calls.
 */
const shareOfRate = 0.98
const reservedCalls = 0.75

/** A rate in Amazon's header is ignored below this share of the published one: it would be an error. */
const leastShare = 0.01

export type WaitOptions = { deadline: number; signal?: AbortSignal | undefined }

type Limits = Pick<Operation, 'name' | 'rate' | 'burst'>

/** The bucket of the same account and operation that all processes share. */
type SharedBucket = { limiter: RateLimiter; key: string }

/**
 * Token bucket for one operation of one account: allows the burst at once, then calls at the rate, first come first
 * served. A bucket in the shared rate limiter keeps all processes within the limit together.
 */
export class TokenBucket {
  readonly #timing: Timing
  readonly #name: string
  readonly #burst: number
  readonly #capacity: number
  readonly #leastRate: number
  readonly #shared: SharedBucket | undefined
  #rate: number
  #calls: number
  #filledAt: number
  #checkedAt: number
  #queued = 0
  #inFlight = 0
  #queueTail: Promise<unknown> = Promise.resolve()

  constructor({ name, rate, burst }: Limits, timing: Timing, shared?: SharedBucket) {
    this.#timing = timing
    this.#shared = shared
    this.#name = name
    this.#rate = rate
    this.#leastRate = rate * leastShare
    this.#burst = burst
    this.#capacity = Math.max(1, burst - reservedCalls)
    this.#calls = this.#capacity
    this.#filledAt = timing.now()
    this.#checkedAt = this.#filledAt
  }

  get rate(): number {
    return this.#rate
  }

  /** Resolves when the caller may send; throws `Unavailable` as soon as the wait would exceed the deadline. */
  async take({ deadline, signal }: WaitOptions): Promise<void> {
    signal?.throwIfAborted()
    this.#assertInTime(deadline, this.#queued + 1)
    const before = this.#queueTail
    const { promise: done, resolve: leaveQueue } = Promise.withResolvers<void>()
    this.#queueTail = before.then(() => done)
    this.#queued += 1
    try {
      await this.#waitInQueue(before, deadline, signal)
      await this.#waitForCall(deadline, signal)
      await this.#waitForOtherProcesses(deadline, signal)
      // Amazon may have throttled meanwhile.
      await this.#waitForCall(deadline, signal)
      this.#calls -= 1
      this.#inFlight += 1
    } finally {
      this.#queued -= 1
      leaveQueue()
    }
  }

  /**
   * Marks a call as finished. It may have arrived only just now, when Amazon's bucket was full, so no more than the
   * rest of the burst is certain to be available.
   */
  release(): void {
    this.#inFlight -= 1
    this.#fill()
    this.#calls = Math.min(this.#calls, this.#burst - 1 - this.#inFlight)
  }

  /** Takes over a rate from Amazon's header. Calls saved up at a higher rate are dropped. */
  updateRate(rate: number): void {
    if (!Number.isFinite(rate) || rate < this.#leastRate || rate === this.#rate) return
    this.#fill()
    if (rate < this.#rate) this.#calls = 0
    this.#rate = rate
  }

  /** Lets no call pass for that time, after Amazon throttled one. */
  pause(milliseconds: number): void {
    this.#fill()
    this.#calls = 0
    this.#filledAt = Math.max(this.#filledAt, this.#checkedAt + milliseconds - this.#interval())
    void this.#shared?.limiter.pause(this.#shared.key, { ...this.#sharedRate(), restMs: milliseconds })
  }

  async #waitForCall(deadline: number, signal: AbortSignal | undefined): Promise<void> {
    for (let wait = this.#millisecondsUntil(1); wait > 0; wait = this.#millisecondsUntil(1)) {
      this.#assertInTime(deadline, 1)
      await this.#timing.sleep(wait, signal)
    }
  }

  /** Waits for the shared rate limiter. Callers queued behind this one wait too, so their order stays. */
  async #waitForOtherProcesses(deadline: number, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#shared) return
    const patienceMs = deadline - this.#timing.now()
    const wait = await this.#shared.limiter.reserve(this.#shared.key, { ...this.#sharedRate(), patienceMs })
    if (wait > patienceMs) this.#throwUnavailable(wait)
    if (wait > 0) await this.#timing.sleep(wait, signal)
  }

  #sharedRate() {
    return { intervalMs: this.#interval(), toleranceMs: (this.#capacity - 1) * this.#interval() }
  }

  async #waitInQueue(before: Promise<unknown>, deadline: number, signal: AbortSignal | undefined) {
    if (this.#queued === 1) return
    const limit = limitTime(this.#timing, deadline - this.#timing.now(), signal)
    try {
      await waitFor(before, limit.signal)
    } catch (error) {
      if (limit.isOver()) this.#throwUnavailable(this.#millisecondsUntil(this.#queued))
      throw error
    } finally {
      limit.end()
    }
  }

  #assertInTime(deadline: number, place: number): void {
    const wait = this.#millisecondsUntil(place)
    if (this.#timing.now() + wait > deadline) this.#throwUnavailable(wait)
  }

  #throwUnavailable(wait: number): never {
    const seconds = Math.max(1, Math.ceil(wait / 1000))
    throw new Unavailable(
      say('Amazon’s limit for this request ({operation}) is used up. Lockstep can try again in {seconds} s.', {
        operation: this.#name,
        seconds: String(seconds),
      }),
      { retryAfterSeconds: seconds },
    )
  }

  /** Milliseconds until that many calls are available. */
  #millisecondsUntil(calls: number): number {
    this.#fill()
    const missing = calls - this.#calls
    if (missing <= 0) return 0
    return Math.ceil(this.#filledAt - this.#checkedAt + missing * this.#interval())
  }

  #fill(): void {
    const now = this.#timing.now()
    // When the clock is set back, the fill time moves with it; otherwise the bucket would stay empty for that long.
    if (now < this.#checkedAt) this.#filledAt += now - this.#checkedAt
    this.#checkedAt = now
    if (now <= this.#filledAt) return
    this.#calls = Math.min(this.#capacity, this.#calls + (now - this.#filledAt) / this.#interval())
    this.#filledAt = now
  }

  #interval(): number {
    return 1000 / (this.#rate * shareOfRate)
  }
}

export type Throttle = (holder: string, operation: Limits) => TokenBucket

/** Creates one bucket per account and operation. With a rate limiter, the buckets of all processes share the rate. */
export function createThrottle(timing: Timing, limiter?: RateLimiter): Throttle {
  const buckets = new Map<string, TokenBucket>()
  return (holder, operation) => {
    const key = `${holder} ${operation.name}`
    const known = buckets.get(key)
    if (known) return known
    const bucket = new TokenBucket(operation, timing, limiter && { limiter, key })
    buckets.set(key, bucket)
    return bucket
  }
}
