import { expect, it } from 'vitest'
import { limitsAt } from './retention-limits.ts'

it('closed orders are kept for the company’s days, and everything else for its fixed time', () => {
  expect(limitsAt(new Date('2026-03-02T10:00:00Z'), 30)).toEqual({
    closed: new Date('2026-01-31T10:00:00Z'),
    shipped: new Date('2025-12-02T10:00:00Z'),
    untouched: new Date('2025-03-02T10:00:00Z'),
    ownMessages: new Date('2025-03-02T10:00:00Z'),
    reports: new Date('2025-01-26T10:00:00Z'),
  })
  expect(limitsAt(new Date('2026-03-02T10:00:00Z'), 7)).toMatchObject({
    closed: new Date('2026-02-23T10:00:00Z'),
    shipped: new Date('2025-12-25T10:00:00Z'),
    untouched: new Date('2025-03-02T10:00:00Z'),
  })
})
