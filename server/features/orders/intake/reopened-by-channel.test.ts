import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '#server/platform/db/schema/orders.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { updateResolved } from '../actions/dismiss-attention.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const created = orderEventBody('order.created', 1, anOrder('1'))
const cancelled = orderEventBody('order.cancelled', 3, { externalOrderId: '1' })
const reopened = orderEventBody('order.updated', 5, anOrder('1'))
const overtaken = orderEventBody('order.updated', 2, anOrder('1', { notes: 'Ring twice' }))

const cancelledAgain = orderEventBody('order.cancelled', 7, { externalOrderId: '1' })

async function ingest(fixture: IntakeFixture, bodies: string) {
  await fixture.deliver(bodies)
  await fixture.processInbox()
}

/** Ingests the batches and returns the open attention. */
async function openAfter(...batches: string[][]) {
  const fixture = await createIntakeFixture(test.deps)
  for (const batch of batches) {
    await fixture.deliverAll(batch)
    await fixture.processInbox()
  }
  expect(await fixture.orders()).toMatchObject([{ status: 'cancelled' }])
  expect(await fixture.held()).toEqual({ MUG: 0, 'TEE-L': 0 })
  return fixture.open()
}

describe('an order that its channel reopens after it was cancelled', () => {
  it.each([
    ['one after the other', [[created], [cancelled], [reopened]]],
    ['all at once', [[created, cancelled, reopened]]],
    ['the cancellation first', [[cancelled], [reopened]]],
    ['the cancellation last', [[created], [reopened], [cancelled]]],
    ['reopened repeatedly', [[created], [cancelled], [reopened], [reopened]]],
  ])('stays cancelled and raises attention: %s', async (_how, batches) => {
    const reason = expect.stringContaining('reopened the order')
    expect(await openAfter(...batches)).toEqual([{ code: 'reopened_by_channel', reason }])
  })

  it.each([
    ['an older event arrives late', [[created], [cancelled], [overtaken]]],
    ['it was cancelled once more at last', [[created, cancelled, reopened, cancelledAgain]]],
  ])('is not one of which %s', async (_what, batches) => {
    expect(await openAfter(...batches)).toEqual([])
  })

  it('raises attention again when it is cancelled and reopened once more', async () => {
    const fixture = await createIntakeFixture(test.deps)
    for (const bodies of [created, cancelled, reopened]) await ingest(fixture, bodies)
    const [first] = await fixture.attention()
    const resolved = { at: new Date(), resolution: 'It was paid elsewhere' }
    await fixture.ctx.transaction((tx) => updateResolved(tx, fixture.companyId, first?.id ?? '', resolved))
    for (const bodies of [reopened, cancelledAgain, orderEventBody('order.updated', 9, anOrder('1'))])
      await ingest(fixture, bodies)
    expect(await fixture.open()).toMatchObject([{ reason: expect.stringContaining('2026-03-02 09:07:00 UTC') }])
  })

  it('raises attention also when Amazon has it', async () => {
    const fixture = await createIntakeFixture(test.deps)
    await ingest(fixture, created)
    await fixture.ctx.transaction((tx) => tx.update(orders).set({ status: 'sent_to_fulfillment' }))
    for (const bodies of [cancelled, reopened]) await ingest(fixture, bodies)
    const codes = (await fixture.open()).map(({ code }) => code)
    expect(codes.sort()).toEqual(['cancelled_by_channel', 'reopened_by_channel'])
  })
})
