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

async function takeInOf(world: IntakeFixture, ...news: string[]) {
  await world.deliverAll(news)
  await world.processInbox()
}

/** An order whose address a person has corrected after it came in. */
async function correctedWorld() {
  const world = await createIntakeFixture(test.deps)
  await takeInOf(world, orderEventBody('order.created', 1, anOrder('1')))
  const [order] = await world.orders()
  await editAddress(world.ctx, { orderId: order?.id ?? '', ...corrected })
  return world
}

describe('an address that a person has corrected', () => {
  it('stays while the channel sends the old one, also with other changes', async () => {
    const world = await correctedWorld()
    await takeInOf(world, orderEventBody('order.updated', 2, anOrder('1')))
    expect(await world.orders()).toMatchObject([{ city: 'Tacoma' }])
    await takeInOf(world, orderEventBody('order.updated', 3, anOrder('1', { notes: 'Ring twice' })))
    expect(await world.orders()).toMatchObject([{ city: 'Tacoma' }])
    const [order] = await world.orders()
    const changes = (await world.timelineOf(order?.id ?? '')).filter(({ event }) => event === 'order.changed')
    expect(changes.map(({ description }) => description)).toEqual([expect.stringMatching(/the order: note\.$/)])
  })

  it('is replaced when the channel sends another one', async () => {
    const world = await correctedWorld()
    await takeInOf(world, orderEventBody('order.updated', 2, anOrder('1', { shippingAddress: moved })))
    expect(await world.orders()).toMatchObject([{ city: 'Portland' }])
    await takeInOf(world, orderEventBody('order.updated', 3, anOrder('1')))
    expect(await world.orders()).toMatchObject([{ city: 'Seattle' }])
  })

  it('is no change by the channel once Amazon has the order', async () => {
    const world = await correctedWorld()
    await world.ctx.transaction((tx) => tx.update(orders).set({ status: 'sent_to_fulfillment' }))
    await takeInOf(world, orderEventBody('order.updated', 2, anOrder('1')))
    expect(await world.open()).toEqual([])
    await takeInOf(world, orderEventBody('order.updated', 3, anOrder('1', { shippingAddress: moved })))
    expect(await world.open()).toMatchObject([{ code: 'changed_after_sending' }])
  })

  it('stays on an order that came in before the channel’s address hash was stored', async () => {
    const world = await createIntakeFixture(test.deps)
    await takeInOf(world, orderEventBody('order.created', 1, anOrder('1')))
    await world.ctx.transaction((tx) => tx.update(orders).set({ channelAddressHash: null }))
    await takeInOf(world, orderEventBody('order.updated', 2, anOrder('1', { shippingAddress: moved })))
    await world.ctx.transaction((tx) => tx.update(orders).set({ channelAddressHash: null }))
    const [order] = await world.orders()
    expect(order).toMatchObject({ city: 'Portland' })
    await editAddress(world.ctx, { orderId: order?.id ?? '', ...corrected })
    await takeInOf(world, orderEventBody('order.updated', 3, anOrder('1', { shippingAddress: moved })))
    expect(await world.orders()).toMatchObject([{ city: 'Tacoma' }])
  })
})
