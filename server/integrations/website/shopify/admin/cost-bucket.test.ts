import { expect, test } from 'vitest'
import { createCostBucket } from './cost-bucket.ts'

const status = (currentlyAvailable: number) => ({ maximumAvailable: 2_000, currentlyAvailable, restoreRate: 100 })

test('a call that waits for points goes on as soon as an answer gives some back', async () => {
  const bucket = createCostBucket({ now: () => 0, sleep: () => new Promise(() => {}) })
  const first = await bucket.reserve(1_000)
  first(status(2_000))
  const second = await bucket.reserve(1_000)
  let isThrough = false
  const third = bucket.reserve(1_000).then((settle) => {
    isThrough = true
    return settle
  })
  await new Promise(setImmediate)
  expect(isThrough).toBe(false)
  second(status(1_990))
  await third
  expect(isThrough).toBe(true)
})
