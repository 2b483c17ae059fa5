import { expect, it } from 'vitest'
import { parseStorableJson } from './http.ts'

it('characters that PostgreSQL refuses are removed, and all others stay', () => {
  expect(parseStorableJson(String.raw`{"title": "Mug \ud83d\ude00 \u00e9", "size": [1, null, true]}`)).toEqual({
    title: 'Mug 😀 é',
    size: [1, null, true],
  })
  expect(parseStorableJson(String.raw`{"title": "half \ud83d pair", "points": ["a\u0000b", "\uDE00"]}`)).toEqual({
    title: 'half � pair',
    points: ['ab', '�'],
  })
})
