import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderDetail } from '#contract/orders.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { createOrderFixture, type OrderFixture } from '#server/testing/order-fixture.ts'
import { readOrder } from '../read-order.ts'
import { editAddress } from './edit-address.ts'

const clock = manualClock()
let test: Awaited<ReturnType<typeof createTestDeps>>
let fixture: OrderFixture
beforeAll(async () => {
  test = await createTestDeps({ clock })
  fixture = await createOrderFixture(test.deps)
})
afterAll(() => test.close())

/** The address of built orders with another street. */
const corrected = {
  recipientName: 'Ana Ruiz',
  line1: '2 Pine St',
  line2: null,
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
}

const read = (orderId: string): Promise<OrderDetail> => readOrder(fixture.ctx, { orderId })

describe('correcting an address', () => {
  it('keeps the customer and the order’s name, and logs no address', async () => {
    const { id: orderId, customer } = await fixture.build()
    await editAddress(fixture.ctx, { orderId, ...corrected })
    const order = await read(orderId)
    expect(order).toMatchObject({
      shippingAddress: corrected,
      customerName: 'Ana Ruiz',
      customer: { id: customer?.id },
    })
    const description = 'Corrected the shipping address: street, second line.'
    expect((await fixture.timeline(orderId)).at(-1)).toMatchObject({
      event: 'order.address_changed',
      description,
    })
    const [entry] = await fixture.audit(orderId)
    expect(entry).toMatchObject({
      action: 'order.edit-address',
      changes: { after: { changed: ['street', 'second line'] } },
    })
    expect(JSON.stringify([entry, await fixture.timeline(orderId)])).not.toMatch(/Pine|Main|Ana/)
  })

  it('schedules an order that waited for the correction', async () => {
    const { id: channelId } = await buildChannel(test.deps, fixture.companyId, { config: { autoFulfill: true } })
    const attention = [{ code: 'bad_address', reason: 'Postal code is missing' } as const]
    const { id: orderId } = await fixture.build({ channelId, attention })
    expect(await editAddress(fixture.ctx, { orderId, ...corrected })).toMatchObject({ needsAttention: false })
    expect(await fixture.row(orderId)).toMatchObject({ fulfillAfter: expect.any(Date) })
    expect((await fixture.timeline(orderId)).at(-1)).toMatchObject({
      reason: 'Not sent yet. It is sent automatically.',
    })
  })

  it('confirms an address that is saved unchanged', async () => {
    const attention = [{ code: 'bad_address', reason: 'Amazon does not find it' } as const]
    const { id: orderId, shippingAddressId } = await fixture.build({ attention, customer: { line2: null } })
    await editAddress(fixture.ctx, { orderId, ...corrected, line1: '1 Main St' })
    expect(await fixture.row(orderId)).toMatchObject({ shippingAddressId })
    expect(await fixture.attention(orderId)).toMatchObject([{ resolvedAt: expect.any(Date) }])
    expect((await fixture.timeline(orderId)).at(-1)).toMatchObject({ description: 'Confirmed the shipping address.' })
  })

  it('of an order that is sent by hand says in the timeline that it is not sent yet', async () => {
    const { id: channelId } = await buildChannel(test.deps, fixture.companyId, { config: { autoFulfill: false } })
    const attention = [{ code: 'bad_address', reason: 'Postal code is missing' } as const]
    const { id: orderId } = await fixture.build({ channelId, attention })
    expect(await editAddress(fixture.ctx, { orderId, ...corrected })).toMatchObject({ status: 'placed' })
    expect((await fixture.timeline(orderId)).at(-1)).toMatchObject({
      event: 'order.address_changed',
      reason: 'Not sent yet.',
    })
  })

  it('gives an order without a customer a new one', async () => {
    const { id: orderId } = await fixture.build({ customer: null })
    await editAddress(fixture.ctx, { orderId, ...corrected })
    expect(await read(orderId)).toMatchObject({
      shippingAddress: corrected,
      customerName: null,
      customer: { email: null, firstName: null },
      addressProblems: [],
    })
  })

  it('reuses an address that the customer already has', async () => {
    const { id: orderId } = await fixture.build()
    await editAddress(fixture.ctx, { orderId, ...corrected })
    const first = await fixture.row(orderId)
    await editAddress(fixture.ctx, { orderId, ...corrected, city: 'Tacoma' })
    await editAddress(fixture.ctx, { orderId, ...corrected })
    expect((await fixture.row(orderId))?.shippingAddressId).toBe(first?.shippingAddressId)
  })

  it('refuses an undeliverable address and names the fields', async () => {
    const { id: orderId, shippingAddressId } = await fixture.build()
    await expect(
      editAddress(fixture.ctx, { orderId, ...corrected, postalCode: '981', state: null }),
    ).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'postalCode' }, { field: 'state' }] })
    expect(await fixture.row(orderId)).toMatchObject({ shippingAddressId })
  })
})
