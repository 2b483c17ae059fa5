import { expect, test } from 'vitest'
import { readable, readableProblem } from './output.ts'

const time = new Date(2026, 0, 2, 10, 15, 3).toISOString()

test.each([
  [
    'an error with its cause',
    { level: 'error', time, msg: 'Sync failed', err: { message: 'timeout' } },
    '10:15:03 error: Sync failed: timeout',
  ],
  ['a warning', { level: 'warn', time, msg: 'Slow' }, '10:15:03 warning: Slow'],
  [
    'an error that only repeats itself',
    { level: 'fatal', time, msg: 'Gone', err: { message: 'Gone' } },
    '10:15:03 error: Gone',
  ],
  ['nothing of an info line', { level: 'info', time, msg: 'Listening' }, undefined],
])('shows %s', (_, entry, expected) => {
  expect(readableProblem(JSON.stringify(entry))).toBe(expected)
})

test('a line that is no log entry is shown as it is', () => {
  expect(readableProblem('Segmentation fault')).toBe('Segmentation fault')
  expect(readable('{broken')).toBe('{broken')
})
