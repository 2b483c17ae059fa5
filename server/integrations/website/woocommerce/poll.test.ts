import { expect, test } from 'vitest'
import { newProduct } from '#emulators/woocommerce/first-shop.ts'
import {
  deleteForGood,
  editLine,
  refundLine,
  restoreOrder,
  setStatus,
  trashOrder,
} from '#emulators/woocommerce/orders/order-actions.ts'
import { createWooFixture } from '#server/testing/woocommerce-shop-fixture.ts'

const mill = { productId: 11, quantity: 1 }

test('the first poll finds open orders, and the next one whatever changed since', async () => {
  const { woo, place, poll, call } = await createWooFixture()
  const done = place({ lines: [mill], status: 'completed' })
  const paid = place({ lines: [mill] })
  const held = place({ lines: [mill], status: 'on-hold' })
  const first = await poll(null)
  expect(first.readings).toMatchObject([
    { kind: 'order', event: { order: { externalOrderId: String(paid.id), items: [{ title: 'Salt & Pepper Mill' }] } } },
    { kind: 'order', event: { order: { externalOrderId: String(held.id), hold: { code: 'awaiting_payment' } } } },
  ])
  woo.clock.advance(3_600_000)
  setStatus(call(), held, 'cancelled')
  setStatus(call(), done, 'refunded')
  const second = await poll(first.next)
  expect(second.readings.slice(-2)).toMatchObject([
    { kind: 'order', event: { eventType: 'order.cancelled', order: { externalOrderId: String(done.id) } } },
    { kind: 'order', event: { eventType: 'order.cancelled', order: { externalOrderId: String(held.id) } } },
  ])
  expect(woo.state.violations).toEqual([])
})

test('what a poll reads again has the same delivery id, and a change within the same second another', async () => {
  const { woo, place, poll, call } = await createWooFixture()
  const order = place({ lines: [mill, { productId: 12, quantity: 2 }] })
  const first = await poll(null)
  woo.clock.advance(1_000)
  const again = await poll(first.next)
  expect(again.ids).toEqual(first.ids)
  editLine(call(), order, order.lines[1]?.id ?? 0, 1)
  const changed = await poll(again.next)
  expect(changed.ids).toHaveLength(1)
  expect(changed.ids).not.toEqual(first.ids)
})

test('250 orders, 120 of them within one second, are found without one skipped', async () => {
  const products = [newProduct({ id: 11, name: 'Mill', stockQuantity: 1_000 })]
  const { woo, place, poll } = await createWooFixture({ products })
  const ids: string[] = []
  for (let count = 0; count < 250; count += 1) {
    ids.push(String(place({ lines: [mill] }).id))
    if (count < 65 || count >= 185) woo.clock.advance(1_000)
  }
  const { readings } = await poll(null)
  const found = readings.map((reading) => (reading.kind === 'order' ? reading.event.order.externalOrderId : null))
  expect(new Set(found)).toEqual(new Set(ids))
})

test('an order in the trash is cancelled, and comes back when it is restored', async () => {
  const { woo, place, poll, call } = await createWooFixture()
  const order = place({ lines: [mill] })
  const first = await poll(null)
  woo.clock.advance(600_000)
  trashOrder(call(), order)
  const second = await poll(first.next)
  expect(second.readings.at(-1)).toMatchObject({ kind: 'order', event: { eventType: 'order.cancelled' } })
  woo.clock.advance(600_000)
  restoreOrder(call(), order)
  expect((await poll(second.next)).readings.at(-1)).toMatchObject({
    kind: 'order',
    event: { eventType: 'order.updated' },
  })
})

test('an order that was deleted for good is cancelled when it is fetched', async () => {
  const { adapter, connection, place, call } = await createWooFixture()
  const order = place({ lines: [mill] })
  deleteForGood(call(), order)
  expect(await adapter.fetchOrder(connection, String(order.id))).toEqual({
    kind: 'cancelled',
    externalOrderId: String(order.id),
    eventAt: null,
  })
})

test('a refunded line is left out, and so is one that needs no shipping', async () => {
  const { adapter, connection, place, call } = await createWooFixture({ taxPercent: 8 })
  const order = place({
    lines: [
      { productId: 11, quantity: 2 },
      { productId: 13, quantity: 1 },
    ],
  })
  refundLine(call(), order, order.lines[0]?.id ?? 0, 1)
  expect(await adapter.fetchOrder(connection, String(order.id))).toMatchObject({
    kind: 'order',
    event: {
      order: {
        items: [{ externalId: '11', quantity: 1, unitPrice: '24.00' }],
        subtotal: '48.00',
        discountAmount: '0.00',
        shippingAmount: '5.00',
        taxAmount: '3.84',
        total: '56.84',
        refundedAmount: '25.92',
      },
    },
  })
})

test('an order of gift cards is not sent, and one of which all is refunded is cancelled', async () => {
  const { adapter, connection, place, call } = await createWooFixture()
  const cards = place({ lines: [{ productId: 13, quantity: 1 }] })
  expect(await adapter.fetchOrder(connection, String(cards.id))).toMatchObject({
    kind: 'nothing',
    why: 'Nothing to ship.',
    externalOrderId: String(cards.id),
  })
  const order = place({ lines: [mill] })
  refundLine(call(), order, order.lines[0]?.id ?? 0, 1)
  expect(order.status).toBe('processing')
  expect(await adapter.fetchOrder(connection, String(order.id))).toMatchObject({ kind: 'cancelled' })
})

test('an order that went back to pending after payment is held', async () => {
  const { adapter, connection, place, call } = await createWooFixture()
  const order = place({ lines: [mill] })
  setStatus(call(), order, 'on-hold')
  expect(await adapter.fetchOrder(connection, String(order.id))).toMatchObject({
    event: { order: { hold: { code: 'on_hold' } } },
  })
  setStatus(call(), order, 'pending')
  expect(await adapter.fetchOrder(connection, String(order.id))).toMatchObject({
    kind: 'held',
    hold: { code: 'awaiting_payment' },
  })
})
