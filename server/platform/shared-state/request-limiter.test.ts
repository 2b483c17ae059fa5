import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createRequestLimiter, type CounterStore, type CounterIncrement } from './request-limiter.ts'

const allowance = { name: 'address', max: 5, windowMs: 60_000 }
let lines: string[]
let isAway: boolean
let kept: Map<string, number>
let journeys: CounterIncrement[][]

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T10:00:00Z') })
  lines = []
  isAway = false
  kept = new Map()
  journeys = []
})
afterEach(() => vi.useRealTimers())

const tallies: CounterStore = {
  async add(news) {
    if (isAway) throw new Error('connect ECONNREFUSED')
    journeys.push([...news])
    return news.map(({ key, endsAt, count }) => {
      const total = (kept.get(`${endsAt} ${key}`) ?? 0) + count
      kept.set(`${endsAt} ${key}`, total)
      return total
    })
  },
}

const openCounting = () =>
  createRequestLimiter({
    counters: tallies,
    hash: (key) => `hash of ${key.length}`,
    clock: { now: () => new Date() },
    log: createLog({ LOG_LEVEL: 'info' }, 'test', { write: (line: string) => void lines.push(line) }),
  })

const times = <T>(count: number, work: () => T): T[] => Array.from({ length: count }, work)
const aSecond = () => vi.advanceTimersByTimeAsync(1_000)

it('counts here at once and with the others a second later, however many calls in one journey', async () => {
  const [here, there] = [openCounting(), openCounting()]
  times(3, () => here.count(allowance, '203.0.113.7'))
  times(2, () => there.count(allowance, '203.0.113.7'))
  expect(journeys).toEqual([])
  await aSecond()
  expect(journeys.map((news) => news.map(({ count }) => count))).toEqual([[3], [2]])
  expect(there.count(allowance, '203.0.113.7')).toEqual({ isOver: true, endsInMs: 59_000 })
  expect(there.count(allowance, '203.0.113.77')).toMatchObject({ isOver: false })
  await aSecond()
  expect(here.count(allowance, '203.0.113.7').isOver).toBe(false)
  await aSecond()
  expect(here.count(allowance, '203.0.113.7').isOver).toBe(true)
})

it('begins at none with the next window, and tells nobody of one that is over', async () => {
  vi.setSystemTime(new Date('2026-03-02T10:00:59.500Z'))
  const counting = openCounting()
  expect(times(6, () => counting.count(allowance, 'a')).at(-1)).toEqual({ isOver: true, endsInMs: 500 })
  await aSecond()
  expect(journeys).toEqual([])
  expect(counting.count(allowance, 'a')).toEqual({ isOver: false, endsInMs: 59_500 })
})

it('tells the others whom it counted by a hash only', async () => {
  const counting = openCounting()
  counting.count(allowance, '203.0.113.7')
  await counting.countExactly(allowance, '203.0.113.8')
  await aSecond()
  expect(journeys.flat()).toHaveLength(2)
  expect(JSON.stringify(journeys)).not.toContain('203.0.113')
})

it('lets through not one too many of those counted at once, and asks nobody about whom it knows to be over', async () => {
  const [here, there] = [openCounting(), openCounting()]
  const verdicts = await Promise.all([
    ...times(4, () => here.countExactly(allowance, 'a')),
    ...times(4, () => there.countExactly(allowance, 'a')),
  ])
  expect(verdicts.filter(({ isOver }) => !isOver)).toHaveLength(5)
  const asked = journeys.length
  expect((await there.countExactly(allowance, 'a')).isOver).toBe(true)
  expect(journeys).toHaveLength(asked)
})

it('goes on by itself while the others can’t be reached, says so once, and then tells what they missed', async () => {
  isAway = true
  const counting = openCounting()
  const verdicts = await Promise.all(times(3, () => counting.countExactly(allowance, 'a')))
  expect(verdicts.map(({ isOver }) => isOver)).toEqual([false, false, false])
  times(2, () => counting.count(allowance, 'a'))
  expect(counting.count(allowance, 'a').isOver).toBe(true)
  await aSecond()
  await aSecond()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('going on without')
  isAway = false
  await aSecond()
  expect([...kept.values()]).toEqual([6])
  expect(lines).toHaveLength(2)
})
