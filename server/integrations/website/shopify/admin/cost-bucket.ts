import { say } from '#contract/i18n.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { Timing } from './settings.ts'

export type Throttle = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number }

/**
 * Shopify's allowance for one app and store: a leaky bucket of points (https://shopify.dev/docs/api/usage/rate-limits). Each answer says
 * how much is left; a call reserves its cost before it is sent, and waits until there is enough.
 */
export type CostBucket = {
  /** Call the result with the answer's throttle status, or with null when there was none. */
  reserve(cost: number): Promise<(status: Throttle | null) => void>
}

/** Left to other processes that call the same store. */
const reserveShare = 0.2

const longestWaitSeconds = 20

export function createCostBucket(timing: Pick<Timing, 'now' | 'sleep'>): CostBucket {
  const state: { level: (Throttle & { at: number }) | null; inFlight: number } = { level: null, inFlight: 0 }
  let nextAnswer = Promise.withResolvers<void>()
  let last: Promise<unknown> = Promise.resolve()

  const available = ({ maximumAvailable, currentlyAvailable, restoreRate, at }: Throttle & { at: number }) =>
    Math.min(maximumAvailable, currentlyAvailable + ((timing.now() - at) / 1000) * restoreRate)

  /** Before the first answer nothing is known, so one call goes ahead and the others wait for it. */
  const waitForRoom = async (cost: number): Promise<void> => {
    while (!state.level && state.inFlight > 0) await nextAnswer.promise
    while (state.level) {
      const { maximumAvailable, restoreRate } = state.level
      const needed = Math.min(cost + maximumAvailable * reserveShare, maximumAvailable)
      const missing = needed - available(state.level)
      if (missing <= 0) break
      const seconds = missing / restoreRate
      if (seconds > longestWaitSeconds) throw tooBusy(seconds)
      // A call that is answered meanwhile may give back most of what was reserved for it.
      await Promise.race([timing.sleep(Math.ceil(seconds * 1000)), nextAnswer.promise])
    }
    const { level } = state
    if (level) state.level = { ...level, currentlyAvailable: available(level) - cost, at: timing.now() }
    state.inFlight += cost
  }

  return {
    async reserve(cost) {
      const own = last.then(() => waitForRoom(cost))
      last = own.catch(() => {})
      await own
      let isSettled = false
      return (status) => {
        if (isSettled) return
        isSettled = true
        state.inFlight -= cost
        nextAnswer.resolve()
        nextAnswer = Promise.withResolvers()
        if (!status) return
        // What others in flight will still take off is subtracted, in case Shopify has not counted it yet.
        const currentlyAvailable = Math.max(0, status.currentlyAvailable - state.inFlight)
        state.level = { ...status, currentlyAvailable, at: timing.now() }
      }
    },
  }
}

const tooBusy = (seconds: number) =>
  new Unavailable(say('Shopify asks Lockstep to wait: the API limit is reached.'), {
    retryAfterSeconds: Math.ceil(seconds),
  })
