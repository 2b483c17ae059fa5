import { expect, it } from 'vitest'
import { mapConcurrent } from './concurrency.ts'

it('mapConcurrent processes all items, at most as many at a time as there are lanes', async () => {
  const done = new Set<number>()
  let [atWork, most] = [0, 0]
  await mapConcurrent(2, [1, 2, 3, 4, 5], async (one) => {
    atWork += 1
    most = Math.max(most, atWork)
    await Promise.resolve()
    atWork -= 1
    done.add(one)
  })
  expect(done).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(most).toBe(2)
})

it('mapConcurrent lets other lanes finish when one fails, then throws', async () => {
  const done: number[] = []
  const work = mapConcurrent(2, [1, 2, 3], async (one) => {
    if (one === 1) throw new Error('It broke')
    await new Promise(setImmediate)
    done.push(one)
  })
  await expect(work).rejects.toThrow('It broke')
  expect(done).toEqual([2, 3])
})
