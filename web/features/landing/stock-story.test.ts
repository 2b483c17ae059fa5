import { expect, test } from 'vitest'
import { stockStory } from './stock-story.ts'

test.each(stockStory)('$event — the figures add up', ({ available, held, safetyBuffer, sellable }) => {
  expect(available - held - safetyBuffer).toBe(sellable)
})

test('what can be sold does not jump when Amazon’s count takes over from the holds', () => {
  const takeover = stockStory.findIndex((step) => step.event.includes('takes over'))
  expect(takeover).toBeGreaterThan(0)
  expect(stockStory[takeover]?.sellable).toBe(stockStory[takeover - 1]?.sellable)
})
