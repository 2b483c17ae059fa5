import { describe, expect, it } from 'vitest'
import { mergeQuantity, type QuantityMergeResult, type QuantityState, type SentValue } from './merge-field.ts'

const now = new Date('2026-03-02T10:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const sent = (quantity: number, minutes: number): SentValue => ({
  value: String(quantity),
  at: minutesAgo(minutes),
  isRejected: false,
})

/** By default both sides have ten, counted and changed long ago. */
const merge = (state: Partial<QuantityState>) =>
  mergeQuantity({
    ours: 10,
    countedAt: minutesAgo(600),
    amazon: 10,
    amazonChangedAt: minutesAgo(1),
    agreed: 10,
    sent: [],
    now,
    ...state,
  })

type Case = { title: string; state: Partial<QuantityState>; expected: Partial<QuantityMergeResult> }

const cases: Case[] = [
  { title: 'is agreed on if equal', state: { agreed: 3 }, expected: { action: 'none', agreed: '10' } },
  { title: 'is sent if it changed here', state: { ours: 4 }, expected: { action: 'send', agreed: '10', sold: null } },
  {
    title: 'is not sent again right after it was sent',
    state: { ours: 4, sent: [sent(4, 5)] },
    expected: { action: 'wait' },
  },
  {
    title: 'is reduced by what Amazon has sold',
    state: { amazon: 8 },
    expected: { action: 'take', sold: 2, isConflict: false },
  },
  {
    title: 'is reduced by what Amazon has sold of a sent quantity',
    state: { ours: 20, amazon: 19, sent: [sent(20, 5)] },
    expected: { action: 'take', sold: 1, isConflict: false },
  },
  {
    title: 'is reduced by what Amazon has sold before a sent quantity appears',
    state: { ours: 20, amazon: 9, sent: [sent(20, 5)] },
    expected: { action: 'take', sold: 1, isConflict: false },
  },
  {
    title: 'is reduced by what Amazon has sold while units were sold here too',
    state: { ours: 7, amazon: 8 },
    expected: { action: 'take', sold: 2, isConflict: false },
  },
  {
    title: 'is sent if it was counted after Amazon’s sale',
    state: { ours: 7, countedAt: minutesAgo(1), amazon: 8, amazonChangedAt: minutesAgo(5) },
    expected: { action: 'send', isConflict: true, agreed: '8' },
  },
  { title: 'is sent if Amazon’s was raised', state: { amazon: 12 }, expected: { action: 'send', agreed: '12' } },
  {
    title: 'is sent after an echo of an older one',
    state: { ours: 3, amazon: 5, sent: [sent(5, 20)] },
    expected: { action: 'send', sold: null, agreed: '5' },
  },
  { title: 'is sent at the first sync', state: { agreed: undefined, amazon: 2 }, expected: { action: 'send' } },
  { title: 'is sent where Amazon has none', state: { amazon: null }, expected: { action: 'send' } },
  {
    title: 'is taken from Amazon as the first count',
    state: { ours: null, countedAt: null, agreed: undefined, amazon: 6 },
    expected: { action: 'take', sold: null },
  },
]

describe('a quantity', () => {
  it.each(cases)('$title', ({ state, expected }) => {
    expect(merge(state)).toMatchObject(expected)
  })
})
