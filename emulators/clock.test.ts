import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

const noon = Date.parse('2026-05-01T12:00:00Z')

test('a clock stands still at speed 0 and moves when it is advanced', () => {
  const clock = createClock({ startAt: noon, speed: 0 })
  clock.advance(61_000)
  expect(clock.now().toISOString()).toBe('2026-05-01T12:01:01.000Z')
})

test('a clock runs at its speed and does not jump when that changes', async () => {
  const clock = createClock({ startAt: noon, speed: 10_000 })
  const begun = performance.now()
  await clock.sleep(100_000)
  const elapsed = performance.now() - begun
  expect(clock.time() - noon).toBeGreaterThanOrEqual(100_000)
  expect(clock.time() - noon).toBeLessThan((elapsed + 1_000) * 10_000)
  clock.setSpeed(0)
  const stopped = clock.time()
  await new Promise(setImmediate)
  expect(clock.time()).toBe(stopped)
})

test('a sleep ends when the clock is advanced past its time, and not before', async () => {
  const clock = createClock({ startAt: noon, speed: 0 })
  let isAwake = false
  const sleeping = clock.sleep(1_000).then(() => (isAwake = true))
  clock.advance(999)
  await new Promise(setImmediate)
  expect(isAwake).toBe(false)
  clock.advance(1)
  await sleeping
  expect(isAwake).toBe(true)
})

test('a sleep continues at the new speed', async () => {
  const clock = createClock({ startAt: noon, speed: 0 })
  const sleeping = clock.sleep(3_600_000)
  clock.setSpeed(1_000_000)
  await sleeping
  expect(clock.time()).toBeGreaterThanOrEqual(noon + 3_600_000)
})

test('a sleep ends with its signal, also with one that was aborted before', async () => {
  const clock = createClock({ startAt: noon, speed: 0 })
  const ending = new AbortController()
  const sleeping = clock.sleep(1_000, ending.signal)
  ending.abort(new Error('enough'))
  await expect(sleeping).rejects.toThrow('enough')
  await expect(clock.sleep(1_000, ending.signal)).rejects.toThrow('enough')
})
