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
  isHoldChanged: false,
  mayRestock: false,
  resolves: [],
  removedLines: [],
  orderToCheck: null,
  claim: null,
  raised: [],
  entries: [],
  messages: [],
})

function resultsOf(events: OrderEvent[], orders: KnownOrder[], changes: OrderChange[]) {
  const states = reduceEvents(events, orders)
  const newOrders = [...states.values()].flatMap((state): NewOrder[] =>
    state.latestSnapshot && !state.known
      ? [{ orderId: `new-${state.externalOrderId}`, state, snapshot: state.latestSnapshot, earlier: null }]
      : [],
  )
  return resultsFor(events, { states, newOrders, changes })
}

it('a result names the order that was created or changed', () => {
  const created = { ...snapshotOf('order.created', 1), externalOrderId: '7' }
  const updated = snapshotOf('order.updated', 12)
  const changes = [changeOf('order-1', 'LS-10001', 'changed'), changeOf('new-7', 'LS-10002', 'placed')]
  expect(resultsOf([created, updated], [known], changes)).toEqual([
    { outcome: 'placed', orderId: 'new-7', orderNumber: 'LS-10002', isNew: true },
    { outcome: 'changed', orderId: 'order-1', orderNumber: 'LS-10001', isNew: false },
  ])
})

it('a late event is nothing new, whatever other events change', () => {
  const changes = [changeOf('order-1', 'LS-10001', 'changed')]
  const events = [snapshotOf('order.updated', 2), snapshotOf('order.updated', 12)]
  expect(resultsOf(events, [known], changes).map(({ outcome }) => outcome)).toEqual(['nothing_new', 'changed'])
})

it('an event of an unknown order is remembered', () => {
  const elsewhere = { ...eventOf('order.cancelled', 3), channelId: 'market' }
  expect(resultsOf([elsewhere], [known], [changeOf('order-1', 'LS-10001', 'nothing_new')])).toEqual([
    { outcome: 'remembered', orderId: null, orderNumber: null, isNew: false },
  ])
})
