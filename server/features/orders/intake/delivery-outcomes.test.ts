import { expect, it } from 'vitest'
import { at, eventOf, snapshotOf } from './fixtures/known-order.ts'
import type { OrderEvent, IngestResult } from './order-events.ts'
import { eventsIn, deliveryOutcomes, type DeliveryContent } from './parse-delivery.ts'

const eventDelivery = (id: string, event: OrderEvent): DeliveryContent => ({ id, kind: 'event', event })
const nothing: DeliveryContent = { id: 'nothing', kind: 'nothing', eventType: null, why: 'It is not about orders.' }
const failed: DeliveryContent = { id: 'failed', kind: 'failed', error: 'No', externalOrderId: null, eventType: null }
const toFetch: DeliveryContent = {
  id: 'to-fetch',
  kind: 'fetch',
  channelId: 'shop',
  externalOrderId: '7',
  eventType: 'order.updated',
}

const became = (outcome: 'placed' | 'changed' | 'nothing_new', orderId: string): IngestResult => ({
  outcome,
  orderId,
  orderNumber: 'LS-10001',
  isNew: outcome === 'placed',
})
const remembered: IngestResult = { outcome: 'remembered', orderId: null, orderNumber: null, isNew: false }

it('each delivery gets an outcome', () => {
  const created = eventDelivery('created', snapshotOf('order.created', 1))
  const changed = eventDelivery('changed', snapshotOf('order.updated', 2))
  const read = [nothing, created, failed, toFetch, changed]
  expect(deliveryOutcomes(read, [became('placed', 'order-1'), became('changed', 'order-2')])).toEqual({
    takenIn: [
      { id: 'created', eventType: 'order.created', externalOrderId: '1042', eventAt: at(1), orderId: 'order-1' },
      { id: 'changed', eventType: 'order.updated', externalOrderId: '1042', eventAt: at(2), orderId: 'order-2' },
    ],
    ignored: [nothing],
    failed: [failed],
    toErase: [],
    toFetch: [toFetch],
  })
})

it('events are taken from deliveries in order', () => {
  const [first, second] = [eventOf('order.cancelled', 3), eventOf('order.shipped', 2)]
  expect(eventsIn([toFetch, eventDelivery('1', first), nothing, eventDelivery('2', second), failed])).toEqual([
    first,
    second,
  ])
})

it.each([
  ['what says nothing new', eventOf('order.cancelled', 3), became('nothing_new', 'order-1'), 'Nothing new.'],
  [
    'a cancellation of an order that is not here',
    eventOf('order.cancelled', 3),
    remembered,
    'The order has not arrived yet. It will be cancelled when it does.',
  ],
  [
    'the shipping of an order that is not here',
    eventOf('order.shipped', 3),
    remembered,
    'The order has already shipped, so there is nothing to send.',
  ],
])('an ignored delivery says why: %s', (_, event, result, why) => {
  const { takenIn, ignored } = deliveryOutcomes([eventDelivery('d', event)], [result])
  expect(takenIn).toEqual([])
  expect(ignored).toMatchObject([{ id: 'd', eventType: event.eventType, externalOrderId: '1042', eventAt: at(3), why }])
})

it('a delivery without a change is linked to its order', () => {
  const { ignored } = deliveryOutcomes(
    [eventDelivery('d', eventOf('order.cancelled', 3))],
    [became('nothing_new', 'order-1')],
  )
  expect(ignored).toMatchObject([{ orderId: 'order-1' }])
})
