import { describe, expect, it } from 'vitest'
import { Unavailable } from '#server/ports/failure.ts'
import { noAttempts, planRetry, longestWaitSeconds } from './retry-policy.ts'

const now = new Date('2026-03-02T10:00:00Z')
const job = (tally = {}) => ({ tally: { ...noAttempts, ...tally }, maxAttempts: 3 })

describe('an error of our own code', () => {
  it('is retried with growing delays until the attempts are used up', () => {
    const bug = new Error('bug')
    expect(planRetry(bug, job(), now, 1)).toMatchObject({ kind: 'again', delaySeconds: 5 })
    expect(planRetry(bug, job({ failures: 1 }), now, 1)).toMatchObject({ kind: 'again', delaySeconds: 30 })
    expect(planRetry(bug, job({ failures: 2 }), now, 1)).toMatchObject({ kind: 'failed', tally: { failures: 3 } })
  })

  it('is retried after half of the delay to all of it, by chance', () => {
    const pauses = [0, 0.5, 1].map((chance) => planRetry(new Error('bug'), job({ failures: 1 }), now, chance))
    expect(pauses).toMatchObject([{ delaySeconds: 15 }, { delaySeconds: 23 }, { delaySeconds: 30 }])
  })
})

describe('an unavailable service', () => {
  it('uses no attempt, however often it happens', () => {
    const verdict = planRetry(new Unavailable('throttled'), job({ failures: 2, waits: 400 }), now, 1)
    expect(verdict).toMatchObject({ kind: 'again', delaySeconds: 600, tally: { failures: 2, waits: 401 } })
  })

  it('includes our own database', () => {
    const away = Object.assign(new Error('terminating connection'), { code: '57P01' })
    expect(planRetry(away, job({ failures: 2 }), now, 1)).toMatchObject({
      kind: 'again',
      tally: { failures: 2, waits: 1 },
    })
  })

  it.each([
    [42, 42],
    [-5, 1],
    [1e9, 24 * 3600],
  ])('asks for %d seconds and is given %d', (retryAfterSeconds, delaySeconds) => {
    const asked = new Unavailable('throttled', { retryAfterSeconds })
    expect(planRetry(asked, job(), now, 0)).toMatchObject({ kind: 'again', delaySeconds })
  })

  it('fails the job three days after the first wait', () => {
    const since = (seconds: number) => job({ waits: 9, waitingSince: now.getTime() - seconds * 1000 })
    expect(planRetry(new Unavailable('down'), job(), now, 1)).toMatchObject({ tally: { waitingSince: now.getTime() } })
    expect(planRetry(new Unavailable('down'), since(longestWaitSeconds), now, 1)).toMatchObject({ kind: 'failed' })
    expect(planRetry(new Unavailable('down'), since(longestWaitSeconds - 1), now, 1)).toMatchObject({ kind: 'again' })
  })
})
