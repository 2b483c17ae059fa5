import { expect, it } from 'vitest'
import { seedShop } from '#server/testing/seeded-shop.ts'
import { decideMatch, indexForMatching, suggestSku } from './match-items.ts'

it.each([1, 2])('of 10,000 items with 5 % traps none is matched wrongly without asking (seed %i)', (seed) => {
  const { items, skus } = seedShop(seed, 10_000)
  const index = indexForMatching({ items, skus, mappedCodes: [] })
  const matched = items.flatMap((item) => {
    const { match } = decideMatch(index, item)
    return match ? [{ item, match }] : []
  })
  expect(matched.filter(({ item, match }) => item.truth !== match.skuId)).toEqual([])
  // What has no code and no barcode, and what is inactive, can't be matched.
  expect(matched.length).toBeGreaterThan(7_000)
})

it('suggestions for 10,000 items without code and barcode take seconds, and nearly all are right', () => {
  const { items, skus } = seedShop(4, 10_000)
  const nameless = items.map((item) => ({ ...item, sku: null, barcode: null }))
  const index = indexForMatching({ items: nameless, skus, mappedCodes: [] })
  const suggested = nameless.flatMap((item) => {
    const found = suggestSku(index, item)
    return found ? [{ item, found }] : []
  })
  const right = suggested.filter(({ item, found }) => found.sku.id === item.truth)
  expect(suggested.length).toBeGreaterThan(9_000)
  expect(right.length / suggested.length).toBeGreaterThan(0.97)
})
