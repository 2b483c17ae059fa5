import { expect, it } from 'vitest'
import { stockPath } from './stock.ts'

it('a stock path ends as given, is never negative, and every step is a sale or a delivery', () => {
  const sales = Array.from({ length: 90 }, (_, day) => (day * 7) % 5)
  for (const ending of [0, 3, 40, 79]) {
    const { levels, arrivals } = stockPath({ ending, full: 80, delivery: 60, sales })
    expect(levels).toHaveLength(90)
    expect(levels[0]).toBe(ending)
    expect(Math.min(...levels)).toBeGreaterThanOrEqual(0)
    for (let day = 0; day < 89; day++) {
      expect(levels[day]).toBe((levels[day + 1] ?? 0) + (arrivals.get(day) ?? 0) - (sales[day] ?? 0))
    }
    expect(arrivals.size).toBeGreaterThan(0)
  }
})
