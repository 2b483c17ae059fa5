import type { Random } from '../harness/random.ts'

const deep = (depth: number): unknown => {
  let value: unknown = 'end'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { next: value }
  return value
}

/** Edge cases for text fields. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '9007199254740993',
  '99999999999999999999',
  '-9223372036854775809',
  '0x1f',
  '1,5',
  '١٢٣',
  '0000-00-00',
  '0001-01-01',
  '2026-02-30',
  '9999-12-31',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59.999Z',
  '25:61',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\ufeffbom',
  '\u202eright to left',
  '👩‍👩‍👧‍👦'.repeat(50),
  'e' + '\u0301'.repeat(500),
  '\r\nset-cookie: x=1',
  "' or 1=1 --",
  '"; drop table orders; --',
  '$1',
  '%',
  '%s%n',
  '_%_%',
  '\\',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'javascript:alert(1)',
  '{{constructor.constructor("x")()}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '=cmd|x',
  '__proto__',
  'constructor',
  'toString',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0199A1B2-0000-7000-8000-000000000000',
  'eyJhbGciOiJub25lIn0.e30.',
  'bnVsbA==',
  'W10',
  'x'.repeat(300),
  'x'.repeat(20_000),
]

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  5e-324,
  2_147_483_648,
  9_007_199_254_740_993n.toString(),
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  [],
  {},
  [null],
  [[]],
  [{}],
  { length: -1 },
  { toString: null },
  { $ne: null },
  deep(30),
  Array.from({ length: 2_000 }, (_, index) => index),
]

export const oddKeys: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  '',
  ' ',
  'a.b',
  'a[b]',
  '\u0000',
  '\ud800',
  'x'.repeat(5_000),
  'surprise',
]

/** Characters to insert into an otherwise valid text. */
const strayCharacters = [
  '\u0000',
  '\ud800',
  '\udfff',
  '\u0007',
  '\u202e',
  '\ufffe',
  '👍',
  '\u2028',
  '%00',
  "'",
  '\\u0000',
]

export function withStrayCharacter(text: string, random: Random): string {
  const at = random.whole(text.length + 1)
  return text.slice(0, at) + random.pick(strayCharacters) + text.slice(at)
}

/** A copy, since further mutations may change it. */
export const anyOddValue = (random: Random): unknown =>
  random.happens(0.5) ? random.pick(oddTexts) : structuredClone(random.pick(oddValues))

/** Bodies that are too deep, too long or too many, each below the size limit of every route. */
export function oversizedBody(random: Random): string {
  const kinds = [
    () => '['.repeat(50_000) + ']'.repeat(50_000),
    () => '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
    () => JSON.stringify(deep(500)),
    () => JSON.stringify({ text: 'x'.repeat(900_000) }),
    () => `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
    () => `[${'0,'.repeat(300_000)}0]`,
    () => `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}`,
    () => `{"a":${'9'.repeat(100_000)}}`,
    () => `{"a":1,"a":2,"a":[3]}`,
    () => `"${'\\ud800'.repeat(10_000)}"`,
  ]
  return random.pick(kinds)()
}
