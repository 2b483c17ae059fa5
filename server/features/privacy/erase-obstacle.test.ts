import { expect, it } from 'vitest'
import { eraseObstacleOf } from './erase-customer.ts'

it('a customer with open orders or erased data cannot be erased', () => {
  expect(eraseObstacleOf({ openOrders: 0, erasedAt: null })).toBeNull()
  expect(eraseObstacleOf({ openOrders: 1, erasedAt: null })).toMatch(/^One order is still on the way/)
  expect(eraseObstacleOf({ openOrders: 2, erasedAt: null })).toMatch(/^2 orders are still on the way/)
  expect(eraseObstacleOf({ openOrders: 0, erasedAt: '2026-03-02T10:00:00Z' })).toBe(
    'Their data has already been erased.',
  )
})
