import { expect, it } from 'vitest'
import { describeWithBothStores } from '#server/testing/shared-state-fixture.ts'
import { postgresRateLimiter, redisRateLimiter } from './rate-limiter.ts'

/** So slow that what the test itself takes is nothing beside it. */
const intervalMs = 1_000_000
const pace = { intervalMs, toleranceMs: 2 * intervalMs }
const patient = { ...pace, patienceMs: Infinity }

describeWithBothStores({ postgres: postgresRateLimiter, redis: redisRateLimiter }, (open) => {
  const intervals = (waits: number[]) => waits.map((wait) => Math.round(wait / intervalMs))

  it('grants a burst at once, then one slot per interval, to any process', async () => {
    const [one, other] = [open(), open()]
    const waits: number[] = []
    for (const turns of [one, other, one, other, one]) waits.push(await turns.reserve("it's busy", patient))
    expect(intervals(waits)).toEqual([0, 0, 0, 1, 2])
    expect(waits.slice(0, 3)).toEqual([0, 0, 0])
    expect(await other.reserve('calm', patient)).toBe(0)
  })

  it('grants each slot once, however many callers reserve together', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => open().reserve('crowded', patient)))
    expect(intervals(waits).toSorted((a, b) => a - b)).toEqual([
      0,
      0,
      ...Array.from({ length: 18 }, (_, place) => place),
    ])
  })

  it('does not reserve a slot that is later than the caller would wait', async () => {
    const turns = open()
    for (let taken = 0; taken < 3; taken += 1) await turns.reserve('late', patient)
    const hasty = { ...pace, patienceMs: intervalMs / 2 }
    expect(intervals([await turns.reserve('late', hasty), await turns.reserve('late', hasty)])).toEqual([1, 1])
    expect(intervals([await turns.reserve('late', patient), await turns.reserve('late', patient)])).toEqual([1, 2])
  })

  it('pauses all callers and resumes without a burst', async () => {
    const turns = open()
    await turns.pause('tired', { ...pace, restMs: 5 * intervalMs })
    await turns.pause('tired', { ...pace, restMs: intervalMs })
    expect(intervals([await open().reserve('tired', patient), await turns.reserve('tired', patient)])).toEqual([5, 6])
  })

  it('refills with time up to one burst', async () => {
    const quick = { intervalMs: 5, toleranceMs: 5, patienceMs: Infinity }
    await open().reserve('quick', quick)
    const before = await open().reserve('quick', { ...quick, intervalMs: 50 })
    expect(before).toBe(0)
    await expect.poll(() => open().reserve('quick', { ...quick, patienceMs: 0 })).toBe(0)
    const slow = { intervalMs, toleranceMs: intervalMs, patienceMs: Infinity }
    const waits = [
      await open().reserve('quick', slow),
      await open().reserve('quick', slow),
      await open().reserve('quick', slow),
    ]
    expect(intervals(waits)).toEqual([0, 0, 1])
  })
})
