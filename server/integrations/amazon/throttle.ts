import { Unavailable } from '#server/ports/failure.ts'
import type { RateLimiter } from '#server/ports/rate-limiter.ts'
import type { Operation } from './operation.ts'
import { limitTime, waitFor, type Timing } from './timing.ts'

/**
 * Amazon counts when a call arrives, not when it leaves. Going a little under the rate and keeping most of one call of the
 * burst back lets a call be under way for longer than the next without the two arriving as one too many.
 */
const shareOfRate = 0.98
const reservedCalls = 0.75

/** What Amazon says of a rate is believed down to this share of the published one: below it, it is a slip. */
const leastShare = 0.01

export type WaitOptions = { deadline: number; signal?: AbortSignal | undefined }

type Limits = Pick<Operation, 'name' | 'rate' | 'burst'>

/** Where all processes take their turns at the same thing, which is known there by the key. */
type SharedBucket = { turns: RateLimiter; key: string }

/** Whose turn it is to ask one operation for one account: as many at once as the burst, then by the rate, in order. */
export class TokenBucket {
  readonly #timing: Timing
  readonly #name: string
  readonly #burst: number
  readonly #capacity: number
  readonly #leastRate: number
  readonly #ledger: SharedBucket | undefined
  #rate: number
  #calls: number
  #filledAt: number
  #lastLook: number
  #queued = 0
  #underWay = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor({ name, rate, burst }: Limits, timing: Timing, ledger?: SharedBucket) {
    this.#timing = timing
    this.#ledger = ledger
    this.#name = name
    this.#rate = rate
    this.#leastRate = rate * leastShare
    this.#burst = burst
    this.#capacity = Math.max(1, burst - reservedCalls)
    this.#calls = this.#capacity
    this.#filledAt = timing.now()
    this.#lastLook = this.#filledAt
  }

  get rate(): number {
    return this.#rate
  }

  /** Resolves when it is the caller's turn; `Unavailable` as soon as it is clear that it comes too late. */
  async take({ deadline, signal }: WaitOptions): Promise<void> {
    signal?.throwIfAborted()
    this.#refuseBeyond(deadline, this.#queued + 1)
    const before = this.#last
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>()
    this.#last = before.then(() => gone)
    this.#queued += 1
    try {
      await this.#waitBehind(before, deadline, signal)
      await this.#waitForCall(deadline, signal)
      await this.#waitForOthers(deadline, signal)
      // Amazon may have had enough meanwhile.
      await this.#waitForCall(deadline, signal)
      this.#calls -= 1
      this.#underWay += 1
    } finally {
      this.#queued -= 1
      leave()
    }
  }

  /**
   * A call that had its turn is over. It may have arrived only just, and Amazon's bucket have been full until then: no
   * more than the rest of the burst is certain to be there.
   */
  release(): void {
    this.#underWay -= 1
    this.#fill()
    this.#calls = Math.min(this.#calls, this.#burst - 1 - this.#underWay)
  }

  /**
   * Amazon's word for what this account may do, when it is another than the one before. What was saved up at a higher
   * rate is not Amazon's to give any more.
   */
  updateRate(rate: number): void {
    if (!Number.isFinite(rate) || rate < this.#leastRate || rate === this.#rate) return
    this.#fill()
    if (rate < this.#rate) this.#calls = 0
    this.#rate = rate
  }

  /** Nobody goes before that time has passed: Amazon has had enough. */
  pause(milliseconds: number): void {
    this.#fill()
    this.#calls = 0
    this.#filledAt = Math.max(this.#filledAt, this.#lastLook + milliseconds - this.#interval())
    void this.#ledger?.turns.pause(this.#ledger.key, { ...this.#pace(), restMs: milliseconds })
  }

  async #waitForCall(deadline: number, signal: AbortSignal | undefined): Promise<void> {
    for (let wait = this.#waitFor(1); wait > 0; wait = this.#waitFor(1)) {
      this.#refuseBeyond(deadline, 1)
      await this.#timing.sleep(wait, signal)
    }
  }

  /** Of other processes, who ask for the same account. Whoever is behind us here waits with us, so the order stays. */
  async #waitForOthers(deadline: number, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#ledger) return
    const patienceMs = deadline - this.#timing.now()
    const wait = await this.#ledger.turns.reserve(this.#ledger.key, { ...this.#pace(), patienceMs })
    if (wait > patienceMs) this.#refuse(wait)
    if (wait > 0) await this.#timing.sleep(wait, signal)
  }

  #pace() {
    return { intervalMs: this.#interval(), toleranceMs: (this.#capacity - 1) * this.#interval() }
  }

  async #waitBehind(before: Promise<unknown>, deadline: number, signal: AbortSignal | undefined) {
    if (this.#queued === 1) return
    const limit = limitTime(this.#timing, deadline - this.#timing.now(), signal)
    try {
      await waitFor(before, limit.signal)
    } catch (error) {
      if (limit.isOver()) this.#refuse(this.#waitFor(this.#queued))
      throw error
    } finally {
      limit.end()
    }
  }

  #refuseBeyond(deadline: number, place: number): void {
    const wait = this.#waitFor(place)
    if (this.#timing.now() + wait > deadline) this.#refuse(wait)
  }

  #refuse(wait: number): never {
    const seconds = Math.max(1, Math.ceil(wait / 1000))
    throw new Unavailable(
      `Amazon’s limit for this question (${this.#name}) is used up. It can be asked again in ${seconds} s.`,
      { retryAfterSeconds: seconds },
    )
  }

  /** Milliseconds until so many calls are free. */
  #waitFor(calls: number): number {
    this.#fill()
    const missing = calls - this.#calls
    if (missing <= 0) return 0
    return Math.ceil(this.#filledAt - this.#lastLook + missing * this.#interval())
  }

  #fill(): void {
    const now = this.#timing.now()
    // A clock that is set back takes what was counted by it along, or the bucket would stay empty for as long.
    if (now < this.#lastLook) this.#filledAt += now - this.#lastLook
    this.#lastLook = now
    if (now <= this.#filledAt) return
    this.#calls = Math.min(this.#capacity, this.#calls + (now - this.#filledAt) / this.#interval())
    this.#filledAt = now
  }

  #interval(): number {
    return 1000 / (this.#rate * shareOfRate)
  }
}

export type Throttle = (holder: string, operation: Limits) => TokenBucket

/** A bucket for each pair of account and operation; with `turns`, the buckets of all processes keep to the rate together. */
export function createThrottle(timing: Timing, turns?: RateLimiter): Throttle {
  const buckets = new Map<string, TokenBucket>()
  return (holder, operation) => {
    const key = `${holder} ${operation.name}`
    const known = buckets.get(key)
    if (known) return known
    const bucket = new TokenBucket(operation, timing, turns && { turns, key })
    buckets.set(key, bucket)
    return bucket
  }
}
