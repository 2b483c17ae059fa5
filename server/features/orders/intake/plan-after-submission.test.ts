import { expect, it } from 'vitest'
import {
  orderState,
  anIntakeContext,
  at,
  knownOrder,
  eventOf,
  now,
  snapshotOf,
  theShop,
  incomingOrder,
  allInEnglish,
} from './fixtures/known-order.ts'
import type { KnownOrderState } from './order-events.ts'
import { planRevision } from './plan-revision.ts'

const sent = knownOrder({ status: 'sent_to_fulfillment', wasSent: true })
const plan = (changes: Partial<KnownOrderState>, order = sent) =>
  planRevision(anIntakeContext(), order, orderState(changes))

const snapshotWith = (changes: object) => ({ latestSnapshot: snapshotOf('order.updated', 5, incomingOrder(changes)) })
const changed = snapshotWith({ notes: 'Ring twice', shippingSpeed: 'priority' })
const cancelled = { cancelledBy: eventOf('order.cancelled', 6) }

const change = {
  code: 'changed_after_sending' as const,
  reason: 'My Shop changed the order after it was sent to Amazon: shipping speed expedited → priority, note.',
}
const cancellation = {
  code: 'cancelled_by_channel' as const,
  reason: 'My Shop cancelled the order after it was sent to Amazon.',
}

it('a submitted order stays unchanged, and its channel’s changes raise attention', () => {
  expect(allInEnglish(plan({ ...changed, ...cancelled }))).toEqual({
    row: null,
    matchedLines: [],
    addedLines: [],
    hold: null,
    change: {
      orderId: 'order-1',
      orderNumber: 'LS-10001',
      channelId: 'shop',
      outcome: 'changed',
      holds: 'unchanged',
      isHoldChanged: false,
      mayRestock: true,
      resolves: [],
      removedLines: [],
      orderToCheck: null,
      claim: null,
      raised: [
        { orderId: 'order-1', ...change },
        { orderId: 'order-1', ...cancellation },
      ],
      entries: [
        { orderId: 'order-1', event: 'order.changed_after_sending', description: change.reason, by: theShop, at: now },
        {
          orderId: 'order-1',
          event: 'order.cancelled_by_channel',
          description: cancellation.reason,
          by: theShop,
          at: now,
        },
      ],
      messages: [],
    },
  })
})

it.each([
  ['it is sent unchanged', snapshotWith({}), sent],
  ['it is over', { ...changed, ...cancelled }, { ...sent, status: 'cancelled' as const }],
  ['a person has restored it since it was cancelled', cancelled, { ...sent, restoredAt: at(10) }],
  ['a person knows of both', { ...changed, ...cancelled }, { ...sent, attentions: [change, cancellation] }],
])('no attention is raised when %s', (_, changes, order) => {
  expect(plan(changes, order).change).toMatchObject({ outcome: 'nothing_new', raised: [], entries: [] })
})

it('attention is raised for each difference that is not known yet', () => {
  const codesOf = (attentions: typeof sent.attentions) =>
    plan({ ...changed, ...cancelled }, { ...sent, attentions }).change.raised.map(({ code }) => code)
  expect(codesOf([change])).toEqual(['cancelled_by_channel'])
  expect(codesOf([cancellation])).toEqual(['changed_after_sending'])
  expect(codesOf([{ ...change, reason: 'My Shop changed something else.' }, cancellation])).toEqual([
    'changed_after_sending',
  ])
})

it('an order that the seller has shipped himself was never sent to Amazon', () => {
  const shipped = knownOrder({ status: 'shipped', wasSent: true, isShippedBySeller: true })
  expect(allInEnglish(plan({ ...changed, ...cancelled }, shipped).change.raised.map(({ reason }) => reason))).toEqual([
    'My Shop changed the order after you shipped it: shipping speed expedited → priority, note.',
    'My Shop cancelled the order after you shipped it.',
  ])
})
