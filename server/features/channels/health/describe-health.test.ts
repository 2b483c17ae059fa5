import { describe, expect, test } from 'vitest'
import { formatMessage } from '#contract/i18n.ts'
import { type DescribedChannel, describeHealth } from './describe-health.ts'
import type { ChannelFacts } from './queries.ts'

const now = new Date('2026-03-02T10:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000 + 60_000)

const shop: DescribedChannel = {
  type: 'woocommerce',
  isActive: true,
  credentials: 'sealed',
  accessError: null,
  webhooksError: null,
  lastHeardAt: ago(1),
  createdAt: ago(10_000),
  credentialsExpireAt: null,
  isPolled: true,
  isStarted: true,
}
const nothing: ChannelFacts = {
  waiting: {
    offers: 0,
    oldestOfferAt: null,
    messages: 0,
    oldestMessageAt: null,
    deliveries: 0,
    oldestDeliveryAt: null,
    heldOrders: 0,
  },
  items: { total: 9, matched: 9, suggested: 0, unmatched: 0, ignored: 0 },
  offers: { synced: 9, sent: 0, pending: 0, failed: 0, notListed: 0 },
  isReadingItems: false,
  failedMessages: 0,
  failedDeliveries: 0,
  healedAt: null,
}
const waiting = (offers: number, minutes: number) => ({
  waiting: { ...nothing.waiting, offers, oldestOfferAt: ago(minutes).toISOString() },
})

const of = (channel: Partial<DescribedChannel> = {}, facts: Partial<ChannelFacts> = {}) => {
  const { state, notes } = describeHealth({ ...shop, ...channel }, { ...nothing, ...facts }, now)
  return { state, notes: notes.map((note) => formatMessage(note)) }
}

test('a shop in step has nothing to say', () => {
  expect(of()).toEqual({ state: 'ok', notes: [] })
})

describe('each trouble is said in words, with what to do', () => {
  const cases: [string, ReturnType<typeof of>, string, string][] = [
    [
      'a refused key',
      of({ accessError: 'The key was revoked.' }),
      'refused',
      'The channel rejects Lockstep’s credentials: The key was revoked.',
    ],
    [
      'a disconnected shop',
      of({ credentials: null, isPolled: false }),
      'disconnected',
      'The shop is disconnected. Reconnect it to import orders and send stock.',
    ],
    [
      'broken webhooks',
      of({ webhooksError: 'The key may not make webhooks.' }),
      'attention',
      'Webhooks aren’t working: The key may not make webhooks. Orders are still imported every minute.',
    ],
    [
      'silence',
      of({ lastHeardAt: ago(130) }),
      'silent',
      'No contact with the shop for 2 hours. Check that it is online; Lockstep keeps trying.',
    ],
    [
      'silence from the beginning',
      of({ lastHeardAt: null }),
      'silent',
      'No contact with the shop for more than 15 minutes. Check that it is online; Lockstep keeps trying.',
    ],
    [
      'credentials that end',
      of({ credentialsExpireAt: inDays(7) }),
      'attention',
      'The credentials expire in 7 days. Reconnect the shop before then.',
    ],
    [
      'credentials on their last day',
      of({ credentialsExpireAt: inDays(0) }),
      'attention',
      'The credentials expire within a day. Reconnect the shop today.',
    ],
    [
      'credentials that have ended',
      of({ credentialsExpireAt: ago(1) }),
      'attention',
      'The credentials have expired. Reconnect the shop.',
    ],
    [
      'a slow shop',
      of({}, waiting(115, 12)),
      'attention',
      '115 SKUs are waiting to be sent, the oldest for 12 minutes. The channel accepts updates too slowly or not at all.',
    ],
    [
      'an order that could not be reported',
      of({}, { failedMessages: 1 }),
      'attention',
      'The status of 1 order could not be reported to the channel. See the order under Orders › Needs attention.',
    ],
    [
      'a delivery that could not be read',
      of({}, { failedDeliveries: 2 }),
      'attention',
      '2 deliveries could not be read. See the channel’s deliveries.',
    ],
    [
      'a shop that is not started',
      of({ isStarted: false }),
      'not_started',
      'Not started yet: nothing is sent to the shop until you press Start.',
    ],
    [
      'webhooks that were repaired',
      of({}, { healedAt: '2026-03-02T09:12:00.000Z' }),
      'ok',
      'Webhooks stopped and were restored at 09:12 UTC. Missed orders were imported.',
    ],
  ]
  test.each(cases)('%s', (_, { state, notes }, expectedState, note) => {
    expect({ state, notes }).toEqual({ state: expectedState, notes: [note] })
  })
})

test.each([
  ['changes that were made just now', of({}, waiting(115, 9))],
  ['credentials that end in two months', of({ credentialsExpireAt: inDays(60) })],
  [
    'a website, which is not polled, after a quiet day',
    of({ type: 'website', credentials: null, isPolled: false, lastHeardAt: ago(1_440) }),
  ],
])('%s are no trouble', (_, { state, notes }) => {
  expect({ state, notes }).toEqual({ state: 'ok', notes: [] })
})

test('the most urgent comes first', () => {
  const { state, notes } = of(
    { webhooksError: 'No right.', lastHeardAt: ago(60), credentialsExpireAt: inDays(1) },
    waiting(3, 60),
  )
  expect(state).toBe('silent')
  expect(notes.map((note) => note.split(' ').slice(0, 3).join(' '))).toEqual([
    'Webhooks aren’t working:',
    'No contact with',
    'The credentials expire',
    '3 SKUs are',
  ])
})

test('of a channel that refuses us nothing else is said about its connection', () => {
  const { state, notes } = of({ accessError: 'Revoked.', webhooksError: 'Revoked.', lastHeardAt: ago(60) })
  expect({ state, notes }).toEqual({
    state: 'refused',
    notes: ['The channel rejects Lockstep’s credentials: Revoked.'],
  })
})

test('an inactive channel is paused, whatever else', () => {
  expect(of({ isActive: false, accessError: 'The key was revoked.' }).state).toBe('paused')
})
