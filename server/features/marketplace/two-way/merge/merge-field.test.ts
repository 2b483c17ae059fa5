import { describe, expect, it } from 'vitest'
import { mergeField, type FieldState, type MergeResult, type SentValue } from './merge-field.ts'

const now = new Date('2026-03-02T10:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const sent = (value: string | null, minutes: number, isRejected = false): SentValue => ({
  value,
  at: minutesAgo(minutes),
  isRejected,
})

/** By default both sides have A and agreed on it long ago. */
const merge = (state: Partial<FieldState>) =>
  mergeField({
    ours: 'A',
    oursEditedAt: minutesAgo(600),
    amazon: 'A',
    amazonChangedAt: minutesAgo(600),
    agreed: 'A',
    sent: [],
    takes: true,
    canBeEmptied: true,
    now,
    ...state,
  })

type Case = { title: string; state: Partial<FieldState>; expected: Partial<MergeResult> }

function check(cases: Case[]): void {
  it.each(cases)('$title', ({ state, expected }) => {
    expect(merge(state)).toMatchObject(expected)
  })
}

describe('equal values', () => {
  check([
    { title: 'are agreed on', state: { agreed: 'O' }, expected: { action: 'none', agreed: 'A', isConflict: false } },
    { title: 'are agreed on at the first sync', state: { agreed: undefined }, expected: { agreed: 'A' } },
    { title: 'may both be empty', state: { ours: null, amazon: null }, expected: { action: 'none', agreed: null } },
    {
      title: 'confirm the sent value, and keep values sent after it',
      state: { sent: [sent('O', 9), sent('A', 8), sent('B', 4)], amazonChangedAt: minutesAgo(7) },
      expected: { action: 'none', sent: [sent('B', 4)] },
    },
    {
      title: 'keep values sent in between that may still appear',
      state: { sent: [sent('A', 30), sent('B', 10), sent('A', 5)], amazonChangedAt: minutesAgo(28) },
      expected: { sent: [sent('B', 10), sent('A', 5)] },
    },
  ])
})

describe('an echo', () => {
  check([
    {
      title: 'of a value that was replaced here meanwhile is answered with the newer one',
      state: { ours: 'C', agreed: 'A', amazon: 'B', sent: [sent('B', 20)], amazonChangedAt: minutesAgo(19) },
      expected: { action: 'send', agreed: 'B', isConflict: false, sent: [] },
    },
    {
      title: 'does not make us send again a value that may still appear',
      state: { ours: 'C', amazon: 'B', sent: [sent('B', 20), sent('C', 5)], amazonChangedAt: minutesAgo(19) },
      expected: { action: 'wait', agreed: 'B', sent: [sent('C', 5)] },
    },
    {
      title: 'does not win over a value taken from Amazon since',
      state: { ours: 'Y', agreed: 'Y', amazon: 'X', sent: [sent('X', 10)], amazonChangedAt: minutesAgo(1) },
      expected: { action: 'send', agreed: 'X' },
    },
    {
      title: 'is recognized although Amazon’s clock is behind ours',
      state: { ours: 'C', amazon: 'B', sent: [sent('B', 20)], amazonChangedAt: minutesAgo(40) },
      expected: { action: 'send', agreed: 'B' },
    },
    {
      title: 'is not recognized a day later',
      state: { amazon: 'B', sent: [sent('B', 24 * 60)], amazonChangedAt: minutesAgo(1) },
      expected: { action: 'take', sent: [] },
    },
    {
      title: 'is not recognized if Amazon had rejected the value',
      state: { amazon: 'B', sent: [sent('B', 20, true)], amazonChangedAt: minutesAgo(1) },
      expected: { action: 'take' },
    },
    {
      title: 'is not recognized if the value had time to appear before Amazon’s last change',
      state: { ours: 'B', agreed: 'O', amazon: 'Y', sent: [sent('B', 60)], amazonChangedAt: minutesAgo(30) },
      expected: { sent: [] },
    },
  ])
})

describe('a change here', () => {
  const ours = { ours: 'B', oursEditedAt: minutesAgo(2) }
  check([
    { title: 'is sent', state: ours, expected: { action: 'send', agreed: 'A', isConflict: false } },
    {
      title: 'that was just sent is not sent again yet',
      state: { ...ours, sent: [sent('B', 14)] },
      expected: { action: 'wait' },
    },
    {
      title: 'that does not appear is sent again',
      state: { ...ours, sent: [sent('B', 15)] },
      expected: { action: 'send' },
    },
    {
      title: 'that never appears is sent with growing back-off',
      state: { ...ours, sent: [sent('B', 100), sent('B', 80), sent('B', 50)] },
      expected: { action: 'wait' },
    },
    {
      title: 'that replaces what was just sent is sent at once',
      state: { ...ours, sent: [sent('C', 1)] },
      expected: { action: 'send', sent: [sent('C', 1)] },
    },
    {
      title: 'that Amazon refused is not sent again',
      state: { ...ours, sent: [sent('B', 3000, true)] },
      expected: { action: 'leave', sent: [sent('B', 3000, true)] },
    },
    {
      title: 'of a value that Amazon refused is sent',
      state: { ...ours, sent: [sent('C', 30, true)] },
      expected: { action: 'send', sent: [] },
    },
    { title: 'that empties the field is sent', state: { ...ours, ours: null }, expected: { action: 'send' } },
    {
      title: 'that empties a required field is reverted',
      state: { ...ours, ours: null, canBeEmptied: false },
      expected: { action: 'take' },
    },
  ])
})

describe('a change at Amazon', () => {
  const amazon = { amazon: 'B', amazonChangedAt: minutesAgo(2) }
  check([
    { title: 'is taken', state: amazon, expected: { action: 'take', agreed: 'A', isConflict: false } },
    {
      title: 'is ignored where it may not replace ours',
      state: { ...amazon, takes: false },
      expected: { action: 'leave' },
    },
    { title: 'that empties the field is undone', state: { ...amazon, amazon: null }, expected: { action: 'send' } },
    {
      title: 'is taken while an older value of ours may still appear',
      state: { ...amazon, sent: [sent('C', 5)] },
      expected: { action: 'take', sent: [sent('C', 5)] },
    },
  ])
})

describe('a change on both sides', () => {
  const both = { ours: 'B', amazon: 'C' }
  check([
    {
      title: 'is won by us if ours is later, and Amazon’s value is agreed on',
      state: { ...both, oursEditedAt: minutesAgo(1), amazonChangedAt: minutesAgo(2) },
      expected: { action: 'send', isConflict: true, agreed: 'C' },
    },
    {
      title: 'is won by Amazon if its change is later',
      state: { ...both, oursEditedAt: minutesAgo(3), amazonChangedAt: minutesAgo(2) },
      expected: { action: 'take', isConflict: true, agreed: 'A' },
    },
    {
      title: 'is won by Amazon in a tie',
      state: { ...both, oursEditedAt: minutesAgo(2), amazonChangedAt: minutesAgo(2) },
      expected: { action: 'take', isConflict: true },
    },
    {
      title: 'is won by us if Amazon reports no date',
      state: { ...both, amazonChangedAt: null },
      expected: { action: 'send', isConflict: true },
    },
    {
      title: 'is ignored where Amazon’s is later and may not replace ours',
      state: { ...both, takes: false, amazonChangedAt: minutesAgo(2) },
      expected: { action: 'leave', isConflict: false },
    },
  ])
})

describe('the first sync', () => {
  const first = { agreed: undefined, ours: 'B', amazon: 'C' }
  check([
    { title: 'fills an empty field here', state: { ...first, ours: null, takes: false }, expected: { action: 'take' } },
    { title: 'sends a value that Amazon lacks', state: { ...first, amazon: null }, expected: { action: 'send' } },
    {
      title: 'is a conflict that the later edit wins',
      state: { ...first, oursEditedAt: minutesAgo(1) },
      expected: { action: 'send', isConflict: true, agreed: 'C' },
    },
    {
      title: 'leaves both as they are where Amazon may not replace ours',
      state: { ...first, takes: false, oursEditedAt: minutesAgo(1) },
      expected: { action: 'leave', agreed: 'B' },
    },
  ])
})
