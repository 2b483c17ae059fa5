import { expect, test } from 'vitest'
import { stockExample } from './hero.tsx'

test.each(stockExample)('$event — the figures add up', ({ available, held, safetyBuffer, sellable }) => {
  expect(available - held - safetyBuffer).toBe(sellable)
})

test('what can be sold does not jump when Amazon’s count takes over from the holds', () => {
  const takeover = stockExample.findIndex((step) => step.event.includes('replaces the holds'))
  expect(takeover).toBeGreaterThan(0)
  expect(stockExample[takeover]?.sellable).toBe(stockExample[takeover - 1]?.sellable)
})
