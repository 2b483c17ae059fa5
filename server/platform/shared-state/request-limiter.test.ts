import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createRequestLimiter, type CounterStore, type CounterIncrement } from './request-limiter.ts'

const limit = { name: 'address', max: 5, windowMs: 60_000 }
let lines: string[]
let isDown: boolean
let totals: Map<string, number>
let roundTrips: CounterIncrement[][]

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T10:00:00Z') })
  lines = []
  isDown = false
  totals = new Map()
  roundTrips = []
})
afterEach(() => vi.useRealTimers())

const store: CounterStore = {
  async add(increments) {
    if (isDown) throw new Error('connect ECONNREFUSED')
    roundTrips.push([...increments])
    return increments.map(({ key, endsAt, count }) => {
      const total = (totals.get(`${endsAt} ${key}`) ?? 0) + count
      totals.set(`${endsAt} ${key}`, total)
      return total
    })
  },
}

const openLimiter = () =>
  createRequestLimiter({
    counters: store,
    hash: (key) => `hash of ${key.length}`,
    clock: { now: () => new Date() },
    log: createLog({ LOG_LEVEL: 'info' }, 'test', { write: (line: string) => void lines.push(line) }),
  })

const times = <T>(count: number, work: () => T): T[] => Array.from({ length: count }, work)
const aSecond = () => vi.advanceTimersByTimeAsync(1_000)

it('calls count locally at once and in the shared store a second later, many calls in one round trip', async () => {
  const [here, there] = [openLimiter(), openLimiter()]
  times(3, () => here.count(limit, '203.0.113.7'))
  times(2, () => there.count(limit, '203.0.113.7'))
  expect(roundTrips).toEqual([])
  await aSecond()
  expect(roundTrips.map((increments) => increments.map(({ count }) => count))).toEqual([[3], [2]])
  expect(there.count(limit, '203.0.113.7')).toEqual({ isOver: true, endsInMs: 59_000 })
  expect(there.count(limit, '203.0.113.77')).toMatchObject({ isOver: false })
  await aSecond()
  expect(here.count(limit, '203.0.113.7').isOver).toBe(false)
  await aSecond()
  expect(here.count(limit, '203.0.113.7').isOver).toBe(true)
})

it('a new window starts at zero, and a past one is not sent', async () => {
  vi.setSystemTime(new Date('2026-03-02T10:00:59.500Z'))
  const limiter = openLimiter()
  expect(times(6, () => limiter.count(limit, 'a')).at(-1)).toEqual({ isOver: true, endsInMs: 500 })
  await aSecond()
  expect(roundTrips).toEqual([])
  expect(limiter.count(limit, 'a')).toEqual({ isOver: false, endsInMs: 59_500 })
})

it('the shared store receives only hashes of callers', async () => {
  const limiter = openLimiter()
  limiter.count(limit, '203.0.113.7')
  await limiter.countExactly(limit, '203.0.113.8')
  await aSecond()
  expect(roundTrips.flat()).toHaveLength(2)
  expect(JSON.stringify(roundTrips)).not.toContain('203.0.113')
})

it('exact limiter never exceeds the limit, and asks no store about callers that are over it', async () => {
  const [here, there] = [openLimiter(), openLimiter()]
  const results = await Promise.all([
    ...times(4, () => here.countExactly(limit, 'a')),
    ...times(4, () => there.countExactly(limit, 'a')),
  ])
  expect(results.filter(({ isOver }) => !isOver)).toHaveLength(5)
  const asked = roundTrips.length
  expect((await there.countExactly(limit, 'a')).isOver).toBe(true)
  expect(roundTrips).toHaveLength(asked)
})

it('looking whether the next call is over the limit counts nothing, and asks no store', async () => {
  const limiter = openLimiter()
  expect(times(10, () => limiter.peek(limit, 'a')).at(-1)).toEqual({ isOver: false, endsInMs: 60_000 })
  for (let n = 0; n < 4; n += 1) await limiter.countExactly(limit, 'a')
  expect(limiter.peek(limit, 'a').isOver).toBe(false)
  await limiter.countExactly(limit, 'a')
  expect(roundTrips).toHaveLength(5)
  expect(limiter.peek(limit, 'a')).toEqual({ isOver: true, endsInMs: 60_000 })
  expect([limiter.peek(limit, 'b').isOver, limiter.peek({ ...limit, name: 'else' }, 'a').isOver]).toEqual([
    false,
    false,
  ])
  expect(roundTrips).toHaveLength(5)
  vi.setSystemTime(new Date('2026-03-02T10:01:00Z'))
  expect(limiter.peek(limit, 'a').isOver).toBe(false)
})

it('counting continues locally while the store is unreachable, logs that once, and sends the counts later', async () => {
  isDown = true
  const limiter = openLimiter()
  const results = await Promise.all(times(3, () => limiter.countExactly(limit, 'a')))
  expect(results.map(({ isOver }) => isOver)).toEqual([false, false, false])
  times(2, () => limiter.count(limit, 'a'))
  expect(limiter.count(limit, 'a').isOver).toBe(true)
  await aSecond()
  await aSecond()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('going on without')
  isDown = false
  await aSecond()
  expect([...totals.values()]).toEqual([6])
  expect(lines).toHaveLength(2)
})
