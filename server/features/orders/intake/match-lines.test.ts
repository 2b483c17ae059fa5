import { expect, it } from 'vitest'
import { matchLines } from './diff-order.ts'
import type { KnownLine } from './order-rows.ts'
import type { IncomingLine } from './order-events.ts'

const known = (id: string, sku: string, externalItemId: string | null = null): KnownLine => ({
  id,
  sku,
  externalItemId,
  externalProductId: null,
  properties: null,
  position: 0,
  skuId: null,
  title: null,
  quantity: 1,
  unitPrice: '1.00',
})
const incoming = (sku: string, externalItemId?: string): IncomingLine => ({
  sku,
  quantity: 1,
  unitPrice: '1.00',
  ...(externalItemId ? { externalItemId } : {}),
})

const outcome = (before: KnownLine[], after: IncomingLine[]) => {
  const { matched, removed, added } = matchLines(before, after)
  return {
    matched: matched.map((pair) => `${pair.known.id}=${pair.incoming.externalItemId ?? pair.incoming.sku}`),
    removed: removed.map(({ id }) => id),
    added: added.map(({ sku }) => sku),
  }
}

it.each([
  ['the same code stays', [known('1', 'A')], [incoming('A')], { matched: ['1=A'] }],
  ['another code is another line', [known('1', 'A', 'x')], [incoming('B', 'x')], { removed: ['1'], added: ['B'] }],
  [
    'lines of one code are matched by their line ids',
    [known('1', 'A', 'x'), known('2', 'A', 'y')],
    [incoming('A', 'y'), incoming('A', 'x')],
    { matched: ['2=y', '1=x'] },
  ],
  [
    'one of two is removed by line id',
    [known('1', 'A', 'x'), known('2', 'A', 'y')],
    [incoming('A', 'y')],
    { matched: ['2=y'], removed: ['1'] },
  ],
  [
    'a line id that appears for the first time keeps the match',
    [known('1', 'A')],
    [incoming('A', 'x')],
    { matched: ['1=x'] },
  ],
  ['another line id is another line', [known('1', 'A', 'x')], [incoming('A', 'z')], { removed: ['1'], added: ['A'] }],
  [
    'a repeated code is two lines',
    [known('1', 'A')],
    [incoming('A'), incoming('A')],
    { matched: ['1=A'], added: ['A'] },
  ],
])('%s', (_, before, after, expected) => {
  expect(outcome(before, after)).toEqual({ matched: [], removed: [], added: [], ...expected })
})
