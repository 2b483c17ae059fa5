import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '#server/platform/db/schema/orders.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { editAddress } from '../actions/edit-address.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const corrected = {
  recipientName: 'Ana Ruiz',
  line1: '2 Pine St',
  line2: null,
  city: 'Tacoma',
  state: 'WA',
  postalCode: '98402',
  country: 'US',
}

const moved = { line1: '9 Oak St', city: 'Portland', state: 'OR', postalCode: '97201', country: 'US' }

async function ingest(fixture: IntakeFixture, ...bodies: string[]) {
  await fixture.deliverAll(bodies)
  await fixture.processInbox()
}

/** An order whose address a person has corrected. */
async function createCorrectedOrder() {
  const fixture = await createIntakeFixture(test.deps)
  await ingest(fixture, orderEventBody('order.created', 1, anOrder('1')))
  const [order] = await fixture.orders()
  await editAddress(fixture.ctx, { orderId: order?.id ?? '', ...corrected })
  return fixture
}

describe('an address that a person has corrected', () => {
  it('stays while the channel sends the old one, also with other changes', async () => {
    const fixture = await createCorrectedOrder()
    await ingest(fixture, orderEventBody('order.updated', 2, anOrder('1')))
    expect(await fixture.orders()).toMatchObject([{ city: 'Tacoma' }])
    await ingest(fixture, orderEventBody('order.updated', 3, anOrder('1', { notes: 'Ring twice' })))
    expect(await fixture.orders()).toMatchObject([{ city: 'Tacoma' }])
    const [order] = await fixture.orders()
    const changes = (await fixture.timelineOf(order?.id ?? '')).filter(({ event }) => event === 'order.changed')
    expect(changes.map(({ description }) => description)).toEqual([expect.stringMatching(/the order: note\.$/)])
  })

  it('is replaced when the channel sends another one', async () => {
    const fixture = await createCorrectedOrder()
    await ingest(fixture, orderEventBody('order.updated', 2, anOrder('1', { shippingAddress: moved })))
    expect(await fixture.orders()).toMatchObject([{ city: 'Portland' }])
    await ingest(fixture, orderEventBody('order.updated', 3, anOrder('1')))
    expect(await fixture.orders()).toMatchObject([{ city: 'Seattle' }])
  })

  it('is no change by the channel once Amazon has the order', async () => {
    const fixture = await createCorrectedOrder()
    await fixture.ctx.transaction((tx) => tx.update(orders).set({ status: 'sent_to_fulfillment' }))
    await ingest(fixture, orderEventBody('order.updated', 2, anOrder('1')))
    expect(await fixture.open()).toEqual([])
    await ingest(fixture, orderEventBody('order.updated', 3, anOrder('1', { shippingAddress: moved })))
    expect(await fixture.open()).toMatchObject([{ code: 'changed_after_sending' }])
  })

  it('stays on an order that came in before the channel’s address hash was stored', async () => {
    const fixture = await createIntakeFixture(test.deps)
    await ingest(fixture, orderEventBody('order.created', 1, anOrder('1')))
    await fixture.ctx.transaction((tx) => tx.update(orders).set({ channelAddressHash: null }))
    await ingest(fixture, orderEventBody('order.updated', 2, anOrder('1', { shippingAddress: moved })))
    await fixture.ctx.transaction((tx) => tx.update(orders).set({ channelAddressHash: null }))
    const [order] = await fixture.orders()
    expect(order).toMatchObject({ city: 'Portland' })
    await editAddress(fixture.ctx, { orderId: order?.id ?? '', ...corrected })
    await ingest(fixture, orderEventBody('order.updated', 3, anOrder('1', { shippingAddress: moved })))
    expect(await fixture.orders()).toMatchObject([{ city: 'Tacoma' }])
  })
})
