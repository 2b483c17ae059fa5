import { expect, it } from 'vitest'
import { resultsFor, type OrderChange } from './order-change.ts'
import { eventOf, snapshotOf } from './fixtures/known-order.ts'
import { reduceEvents, type KnownOrder, type NewOrder, type OrderEvent } from './order-events.ts'

const known: KnownOrder = {
  channelId: 'shop',
  externalOrderId: '1042',
  orderId: 'order-1',
  orderNumber: 'LS-10001',
  channelUpdatedAt: new Date('2026-03-02T09:10:00Z'),
  isClosed: false,
}

const changeOf = (orderId: string, orderNumber: string, outcome: OrderChange['outcome']): OrderChange => ({
  orderId,
  orderNumber,
  channelId: 'shop',
  outcome,
  holds: 'unchanged',
  removedLines: [],
  orderToCheck: null,
  claim: null,
  raised: [],
  entries: [],
  messages: [],
})

function answered(news: OrderEvent[], orders: KnownOrder[], changes: OrderChange[]) {
  const stories = reduceEvents(news, orders)
  const fresh = [...stories.values()].flatMap((story): NewOrder[] =>
    story.latestSnapshot && !story.known
      ? [{ orderId: `new-${story.externalOrderId}`, state: story, snapshot: story.latestSnapshot, earlier: null }]
      : [],
  )
  return resultsFor(news, { states: stories, newOrders: fresh, changes })
}

it('names the order that came of the news, or that they changed', () => {
  const created = { ...snapshotOf('order.created', 1), externalOrderId: '7' }
  const updated = snapshotOf('order.updated', 12)
  const changes = [changeOf('order-1', 'LS-10001', 'changed'), changeOf('new-7', 'LS-10002', 'placed')]
  expect(answered([created, updated], [known], changes)).toEqual([
    { outcome: 'placed', orderId: 'new-7', orderNumber: 'LS-10002', isNew: true },
    { outcome: 'changed', orderId: 'order-1', orderNumber: 'LS-10001', isNew: false },
  ])
})

it('says of news that came late that they are nothing new, whatever others do to the order', () => {
  const changes = [changeOf('order-1', 'LS-10001', 'changed')]
  const news = [snapshotOf('order.updated', 2), snapshotOf('order.updated', 12)]
  expect(answered(news, [known], changes).map(({ outcome }) => outcome)).toEqual(['nothing_new', 'changed'])
})

it('remembers what is said of an order that is not here', () => {
  const elsewhere = { ...eventOf('order.cancelled', 3), channelId: 'market' }
  expect(answered([elsewhere], [known], [changeOf('order-1', 'LS-10001', 'nothing_new')])).toEqual([
    { outcome: 'remembered', orderId: null, orderNumber: null, isNew: false },
  ])
})
