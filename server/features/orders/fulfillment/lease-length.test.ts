import { expect, it } from 'vitest'
import { leaseExpiry } from './timing.ts'

it('a lease lasts two minutes', () => {
  expect(leaseExpiry(new Date('2026-03-02T10:00:00Z'))).toEqual(new Date('2026-03-02T10:02:00Z'))
})
