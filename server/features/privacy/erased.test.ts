import { expect, it } from 'vitest'
import { addUp } from './erased.ts'

it('adds up what was erased by table, and names no table of which nothing was', () => {
  expect(addUp({ orders: 2, customers: 0 }, { orders: 1, webhook_events: 4 }, {})).toEqual({
    orders: 3,
    webhook_events: 4,
  })
  expect(addUp()).toEqual({})
})
