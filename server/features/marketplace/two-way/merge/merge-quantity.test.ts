import { describe, expect, it } from 'vitest'
import { mergeQuantity, type QuantityMergeResult, type QuantityState, type SentValue } from './merge-field.ts'

const now = new Date('2026-03-02T10:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const sent = (quantity: number, minutes: number): SentValue => ({
  value: String(quantity),
  at: minutesAgo(minutes),
  isRejected: false,
})

/** Ten on both sides, counted and changed long ago, unless told otherwise. */
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
  { title: 'agrees on what is equal', state: { agreed: 3 }, expected: { action: 'none', agreed: '10' } },
  { title: 'sends what changed here', state: { ours: 4 }, expected: { action: 'send', agreed: '10', sold: null } },
  { title: 'waits for what was just sent', state: { ours: 4, sent: [sent(4, 5)] }, expected: { action: 'wait' } },
  {
    title: 'takes what Amazon has sold',
    state: { amazon: 8 },
    expected: { action: 'take', sold: 2, isConflict: false },
  },
  {
    title: 'takes what Amazon has sold of what was sent',
    state: { ours: 20, amazon: 19, sent: [sent(20, 5)] },
    expected: { action: 'take', sold: 1, isConflict: false },
  },
  {
    title: 'takes what Amazon has sold before what was sent lands',
    state: { ours: 20, amazon: 9, sent: [sent(20, 5)] },
    expected: { action: 'take', sold: 1, isConflict: false },
  },
  {
    title: 'takes what Amazon has sold while some was sold here too',
    state: { ours: 7, amazon: 8 },
    expected: { action: 'take', sold: 2, isConflict: false },
  },
  {
    title: 'sends a count that is newer than Amazon’s sale',
    state: { ours: 7, countedAt: minutesAgo(1), amazon: 8, amazonChangedAt: minutesAgo(5) },
    expected: { action: 'send', isConflict: true, agreed: '8' },
  },
  { title: 'sends ours when Amazon’s was raised', state: { amazon: 12 }, expected: { action: 'send', agreed: '12' } },
  {
    title: 'answers an echo with ours',
    state: { ours: 3, amazon: 5, sent: [sent(5, 20)] },
    expected: { action: 'send', sold: null, agreed: '5' },
  },
  { title: 'sends ours at the first meeting', state: { agreed: undefined, amazon: 2 }, expected: { action: 'send' } },
  { title: 'sends ours where Amazon has none', state: { amazon: null }, expected: { action: 'send' } },
  {
    title: 'makes Amazon’s number the first count',
    state: { ours: null, countedAt: null, agreed: undefined, amazon: 6 },
    expected: { action: 'take', sold: null },
  },
]

describe('a quantity', () => {
  it.each(cases)('$title', ({ state, expected }) => {
    expect(merge(state)).toMatchObject(expected)
  })
})
