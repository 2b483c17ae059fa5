import { describe, expect, it } from 'vitest'
import { Unavailable } from '#server/ports/failure.ts'
import { freshTally, judge, patienceSeconds } from './attempts.ts'

const job = (tally = {}, ageSeconds = 0) => ({ tally: { ...freshTally, ...tally }, maxAttempts: 3, ageSeconds })

describe('a failure of our own making', () => {
  it('is tried again with growing pauses, then given up after the attempts are used', () => {
    const bug = new Error('bug')
    expect(judge(bug, job(), 1)).toMatchObject({ kind: 'again', delaySeconds: 5 })
    expect(judge(bug, job({ failures: 1 }), 1)).toMatchObject({ kind: 'again', delaySeconds: 30 })
    expect(judge(bug, job({ failures: 2 }), 1)).toMatchObject({ kind: 'failed', tally: { failures: 3 } })
  })

  it('is spread by chance between half the pause and all of it', () => {
    const pauses = [0, 0.5, 1].map((chance) => judge(new Error('bug'), job({ failures: 1 }), chance))
    expect(pauses).toMatchObject([{ delaySeconds: 15 }, { delaySeconds: 23 }, { delaySeconds: 30 }])
  })
})

describe('an other side that can’t answer', () => {
  it('uses up no attempt, however often it happens', () => {
    const verdict = judge(new Unavailable('throttled'), job({ failures: 2, waits: 400 }), 1)
    expect(verdict).toMatchObject({ kind: 'again', delaySeconds: 600, tally: { failures: 2, waits: 401 } })
  })

  it('is waited for as long as it asked', () => {
    const asked = new Unavailable('throttled', { retryAfterSeconds: 42 })
    expect(judge(asked, job(), 0)).toMatchObject({ kind: 'again', delaySeconds: 42 })
  })

  it('is given up after three days', () => {
    expect(judge(new Unavailable('down'), job({}, patienceSeconds), 1)).toMatchObject({ kind: 'failed' })
    expect(judge(new Unavailable('down'), job({}, patienceSeconds - 1), 1)).toMatchObject({ kind: 'again' })
  })
})
