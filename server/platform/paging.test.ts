import { expect, it } from 'vitest'
import { z } from 'zod'
import { decodeCursor, encodeCursor, NewestFirst, toPage } from './paging.ts'

const id = '0199a1b2-0000-7000-8000-000000000000'

it('a cursor is decoded as it was encoded', () => {
  const keys = [Date.UTC(2026, 2, 2) * 1000 + 1, id]
  expect(decodeCursor(encodeCursor(keys), NewestFirst)).toEqual(keys)
  expect(decodeCursor(undefined, NewestFirst)).toBeNull()
})

it.each([
  '',
  '%%%',
  encodeCursor(['yesterday', id]),
  encodeCursor([1e300, id]),
  encodeCursor([0.5, id]),
  encodeCursor([id]),
  Buffer.from('{').toString('base64url'),
])('refuses %j as a cursor', (cursor) => expect(() => decodeCursor(cursor, NewestFirst)).toThrow('no longer valid'))

it('a cursor with a NUL character is refused', () => {
  expect(() => decodeCursor(encodeCursor(['A\0']), z.tuple([z.string()]))).toThrow('no longer valid')
})

it('a page has a next cursor only when another page follows', () => {
  expect(toPage(['a', 'b', 'c'], 2, 3, (row) => [row])).toEqual({
    rows: ['a', 'b'],
    total: 3,
    next: encodeCursor(['b']),
  })
  expect(toPage(['a', 'b'], 2, 2, (row) => [row])).toEqual({ rows: ['a', 'b'], total: 2, next: null })
  expect(toPage([], 2, 0, () => [])).toEqual({ rows: [], total: 0, next: null })
})
