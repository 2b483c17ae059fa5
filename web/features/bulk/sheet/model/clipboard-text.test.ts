import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromClipboard, toClipboard } from './clipboard.ts'

test.each([
  ['one cell', 'a', [['a']]],
  [
    'a last line end',
    'a\tb\r\n1\t2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty cells',
    '\t\n\tb',
    [
      ['', ''],
      ['', 'b'],
    ],
  ],
  ['quotes around tabs, line ends and quotes', '"a\tb"\t"c\r\nd"\t"say ""hi"""', [['a\tb', 'c\r\nd', 'say "hi"']]],
  ['an inch mark', '5" pipe\t"6', [['5" pipe', '"6']]],
  ['a quote that goes on', '"a" b\tc', [['"a" b', 'c']]],
  ['an empty quoted cell', '""\n', [['']]],
  ['a blank line', '\n', [['']]],
  ['nothing', '', []],
])('reads %s', (_, text, block) => {
  expect(fromClipboard(text)).toEqual(block)
})

test('parses back every block that it has written', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', '') })
  const block = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }))
  fc.assert(
    fc.property(block, (given) => {
      expect(fromClipboard(`${toClipboard(given)}\n`)).toEqual(given)
    }),
  )
})
