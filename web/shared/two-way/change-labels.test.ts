import { describe, expect, it } from 'vitest'
import type { ListingChange } from '#contract/two-way.ts'
import { buildListingChange } from '#web/testing/amazon-builders.ts'
import { describeChange, describeConflict } from './change-labels.ts'

describe('the description of a change', () => {
  it.each<[string, Partial<ListingChange>, ReturnType<typeof describeChange>]>([
    ['a price to Amazon', {}, { where: 'At Amazon', before: '$24.00', after: '$26.00' }],
    [
      'a price in the marketplace’s currency',
      { marketplaceId: 'A1PA6795UKMFR9' },
      { where: 'At Amazon', before: '€24.00', after: '€26.00' },
    ],
    ['a price to Lockstep', { direction: 'to_lockstep' }, { where: 'In Lockstep', before: '$26.00', after: '$24.00' }],
    [
      'a title that looks like a price',
      { field: 'title', ours: '26.00' },
      { where: 'At Amazon', before: '24.00', after: '26.00' },
    ],
    [
      'what one side lacks',
      { field: 'brand', direction: 'to_lockstep', ours: null, amazon: 'Harbor' },
      { where: 'In Lockstep', before: '(empty)', after: 'Harbor' },
    ],
    [
      'a new listing',
      { field: 'listing', ours: 'Harbor Lantern\n24.00', amazon: null },
      { where: 'At Amazon', before: 'not listed', after: 'listed' },
    ],
  ])('%s', (_, overrides, words) => {
    expect(describeChange(buildListingChange(overrides))).toEqual(words)
  })
})

it.each([
  ['to_amazon', 'The one in Lockstep is newer, so it wins.'],
  ['to_lockstep', 'Amazon’s is newer, so it wins.'],
] as const)('says who wins a conflict whose value goes %s', (direction, verdict) => {
  expect(describeConflict({ direction })).toContain(verdict)
})
