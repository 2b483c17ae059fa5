import { expect, it } from 'vitest'
import type { Verdict } from '#contract/observe-values.ts'
import { type ActualShipment, compareOrder, namesOf, type ObservedOrder } from './compare-order.ts'

const now = new Date('2026-03-04T10:00:00Z')
const at = '2026-03-02T10:00:00.000Z'
const sent: ActualShipment = { externalIds: ['X-1'], sentAt: '2026-03-02T10:30:00.000Z', speed: 'standard', units: 2 }
const order: ObservedOrder = {
  decision: 'send',
  planned: { at, speed: 'standard', units: 2 },
  actual: sent,
  decidedAt: new Date(at),
  status: 'sent_to_fulfillment',
  orderedUnits: 2,
  isShippedByChannel: false,
}
const soon = new Date('2026-03-02T20:00:00Z')
const unsent = { actual: null, status: 'placed' } as const

it.each<[string, Partial<ObservedOrder>, Verdict, Date?]>([
  ['both sent it, half an hour apart', {}, 'same'],
  ['the other tool sent it at another speed', { actual: { ...sent, speed: 'priority' } }, 'speed_differs'],
  ['the speed at Amazon is none of ours', { actual: { ...sent, speed: null } }, 'same'],
  [
    'the other tool sent it two hours later',
    { actual: { ...sent, sentAt: '2026-03-02T12:30:00.000Z' } },
    'time_differs',
  ],
  [
    'the other tool sent it two hours earlier',
    { actual: { ...sent, sentAt: '2026-03-02T08:00:00.000Z' } },
    'time_differs',
  ],
  ['the other tool sent a part', { actual: { ...sent, units: 1 } }, 'units_differ'],
  ['the other tool may still send the rest', { actual: { ...sent, units: 1 } }, 'waiting', soon],
  ['the other tool sent it twice', { actual: { ...sent, externalIds: ['X-1', 'X-2'], units: 4 } }, 'sent_twice'],
  ['the other tool sent what Lockstep keeps', { decision: 'keep' }, 'sent_anyway'],
  ['the other tool sent what a person decides on here', { decision: 'by_hand' }, 'not_compared'],
  ['nobody sent it yet', unsent, 'waiting', soon],
  ['the other tool never sent it', unsent, 'not_sent'],
  ['both kept it', { ...unsent, decision: 'keep' }, 'same'],
  ['it waits for a person here', { ...unsent, decision: 'by_hand' }, 'not_compared'],
  ['it was shipped in another way', { ...unsent, isShippedByChannel: true }, 'shipped_otherwise'],
  [
    'it was shipped in another way although Lockstep keeps it',
    { ...unsent, decision: 'keep', isShippedByChannel: true },
    'sent_anyway',
  ],
  ['the channel cancelled it in time', { ...unsent, status: 'cancelled' }, 'not_compared'],
  ['Amazon ships something that is no order here', { status: null, decision: 'none' }, 'not_known'],
])('%s', (_what, given, verdict, when = now) => {
  expect(compareOrder({ ...order, ...given }, when)).toBe(verdict)
})

it('a fulfillment order is matched by its displayed number, its id or a part of its id', () => {
  expect(namesOf('#1042', 'othertool-SHOP-1042-1')).toEqual(['1042', 'othertool-SHOP-1042-1', 'othertool', 'SHOP'])
})
