import { expect, it } from 'vitest'
import { storableMessage, storableResult } from './run-attempt.ts'

it('a storable result is kept unchanged', () => {
  const result = { count: 2, text: 'a "quote", a \\u0000 in letters, a line\n and 😀', list: [null, 'x'] }
  expect(storableResult(result)).toEqual(result)
  expect(storableResult(undefined)).toEqual({})
})

it('characters that PostgreSQL refuses are replaced, in keys too', () => {
  expect(storableResult({ 'a\0': 'b\0', half: '\ud800' })).toEqual({ 'a\uFFFD': 'b\uFFFD', half: '\uFFFD' })
})

it('a result that is too long or not JSON is dropped', () => {
  const circle: { self?: object } = {}
  circle.self = circle
  expect(storableResult({ text: 'x'.repeat(200_000) })).toEqual({ note: 'The result was too long to keep.' })
  expect(storableResult(circle)).toEqual({ note: 'The result could not be kept.' })
})

it('a long message is truncated and stays storable', () => {
  expect(storableMessage(new Error('a\0b'))).toBe('a\uFFFDb')
  expect(storableMessage('😀'.repeat(5_000))).toHaveLength(2_000)
  expect(storableMessage(`x${'😀'.repeat(5_000)}`).isWellFormed()).toBe(true)
})
