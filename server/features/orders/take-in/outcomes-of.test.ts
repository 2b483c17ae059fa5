import { expect, it } from 'vitest'
import { at, newsOf, tellingOf } from './fixtures/known-order.ts'
import type { News, Taken } from './news.ts'
import { newsIn, outcomesOf } from './outcomes-of.ts'
import type { ReadDelivery } from './read-delivery.ts'

const telling = (id: string, news: News): ReadDelivery => ({ id, kind: 'news', news })
const nothing: ReadDelivery = { id: 'nothing', kind: 'nothing', eventType: null, why: 'It is not about orders.' }
const failed: ReadDelivery = { id: 'failed', kind: 'failed', error: 'No', externalOrderId: null, eventType: null }
const toFetch: ReadDelivery = {
  id: 'to-fetch',
  kind: 'fetch',
  channelId: 'shop',
  externalOrderId: '7',
  eventType: 'order.updated',
}

const became = (outcome: 'placed' | 'changed' | 'nothing_new', orderId: string): Taken => ({
  outcome,
  orderId,
  orderNumber: 'LS-10001',
  isNew: outcome === 'placed',
})
const remembered: Taken = { outcome: 'remembered', orderId: null, orderNumber: null, isNew: false }

it('brings each delivery to its end', () => {
  const created = telling('created', tellingOf('order.created', 1))
  const changed = telling('changed', tellingOf('order.updated', 2))
  const read = [nothing, created, failed, toFetch, changed]
  expect(outcomesOf(read, [became('placed', 'order-1'), became('changed', 'order-2')])).toEqual({
    takenIn: [
      { id: 'created', eventType: 'order.created', externalOrderId: '1042', eventAt: at(1), orderId: 'order-1' },
      { id: 'changed', eventType: 'order.updated', externalOrderId: '1042', eventAt: at(2), orderId: 'order-2' },
    ],
    ignored: [nothing],
    failed: [failed],
    toFetch: [toFetch],
  })
})

it('takes the news out of deliveries, in the order in which they came', () => {
  const [first, second] = [newsOf('order.cancelled', 3), newsOf('order.shipped', 2)]
  expect(newsIn([toFetch, telling('1', first), nothing, telling('2', second), failed])).toEqual([first, second])
})

it.each([
  ['what says nothing new', newsOf('order.cancelled', 3), became('nothing_new', 'order-1'), 'It says nothing new.'],
  [
    'a cancellation of an order that is not here',
    newsOf('order.cancelled', 3),
    remembered,
    'The order has not come in yet; when it does, it is cancelled.',
  ],
  [
    'the shipping of an order that is not here',
    newsOf('order.shipped', 3),
    remembered,
    'The order is shipped already, so there is nothing to send.',
  ],
])('says why it leaves alone: %s', (_, news, taken, why) => {
  const { takenIn, ignored } = outcomesOf([telling('d', news)], [taken])
  expect(takenIn).toEqual([])
  expect(ignored).toMatchObject([{ id: 'd', eventType: news.eventType, externalOrderId: '1042', eventAt: at(3), why }])
})

it('leaves what says nothing new with its order', () => {
  const { ignored } = outcomesOf([telling('d', newsOf('order.cancelled', 3))], [became('nothing_new', 'order-1')])
  expect(ignored).toMatchObject([{ orderId: 'order-1' }])
})
