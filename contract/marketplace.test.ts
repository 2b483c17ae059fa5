import { expect, it } from 'vitest'
import { marketplaceName } from './amazon-marketplaces.ts'
import { marketplacesProblem } from './marketplace.ts'

const [germany, japan, australia, india, china] = [
  'A1PA6795UKMFR9',
  'A1VC38T7YXB528',
  'A39IBJ37TRP1C6',
  'A21TJRUUN4KGV',
  'AAHKV2X7AFYLW',
]

it.each([
  [[], 'fe', 'Please select at least one marketplace'],
  [[japan, australia], 'fe', null],
  [[india], 'fe', null],
  [[japan, india], 'fe', 'Amazon authorizes India separately. Connect it as its own account.'],
  [[china], 'fe', 'Amazon doesn’t offer API access to its China marketplace.'],
  [[germany], 'us', 'Germany isn’t in this region'],
  [['A0'], 'eu', 'A0 isn’t in this region'],
] as const)('of %j in %s it says: %s', (ids, region, problem) => {
  expect(marketplacesProblem(ids, region)).toBe(problem)
})

it('a marketplace is named by its country, an unknown one by its id, and a missing one as unknown', () => {
  expect([germany, 'A0', null].map(marketplaceName)).toEqual(['Germany', 'A0', 'Unknown'])
})
