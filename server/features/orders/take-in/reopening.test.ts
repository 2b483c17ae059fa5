import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, buildIntakeWorld, told } from '#server/testing/intake-world.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const created = told('order.created', 1, anOrder('1'))
const cancelled = told('order.cancelled', 3, { externalOrderId: '1' })
const reopened = told('order.updated', 5, anOrder('1'))
const overtaken = told('order.updated', 2, anOrder('1', { notes: 'Ring twice' }))

/** Each list of batches is taken in; answers what waits for a person then. */
async function openAfter(...batches: string[][]) {
  const world = await buildIntakeWorld(test.deps)
  for (const batch of batches) {
    await world.deliverAll(batch)
    await world.drain()
  }
  expect(await world.orders()).toMatchObject([{ status: 'cancelled' }])
  expect(await world.held()).toEqual({ MUG: 0, 'TEE-L': 0 })
  return world.open()
}

describe('an order that its channel takes up again after it was cancelled', () => {
  it.each([
    ['one after the other', [[created], [cancelled], [reopened]]],
    ['all at once', [[created, cancelled, reopened]]],
    ['the cancellation first', [[cancelled], [reopened]]],
    ['told repeatedly', [[created], [cancelled], [reopened], [reopened]]],
  ])('stays cancelled, and a person is told: %s', async (_how, batches) => {
    const reason = expect.stringContaining('took the order up again')
    expect(await openAfter(...batches)).toEqual([{ code: 'reopened_by_channel', reason }])
  })

  it('is not one whose older news come late', async () => {
    expect(await openAfter([created], [cancelled], [overtaken])).toEqual([])
  })
})
