import { expect, it } from 'vitest'
import { formatMessage } from '#contract/i18n.ts'
import { eraseObstacleOf } from './erase-customer.ts'

const obstacle = (customer: Parameters<typeof eraseObstacleOf>[0]) => {
  const message = eraseObstacleOf(customer)
  return message && formatMessage(message)
}

it('a customer with open orders or erased data cannot be erased', () => {
  expect(obstacle({ openOrders: 0, erasedAt: null })).toBeNull()
  expect(obstacle({ openOrders: 1, erasedAt: null })).toMatch(/^One order is still on the way/)
  expect(obstacle({ openOrders: 2, erasedAt: null })).toMatch(/^2 orders are still on the way/)
  expect(obstacle({ openOrders: 0, erasedAt: '2026-03-02T10:00:00Z' })).toBe('Their data has already been erased.')
})
