import { expect, it } from 'vitest'
import { sumErased } from './erase-personal-data.ts'

it('erased rows are summed by table, without tables that have none', () => {
  expect(sumErased({ orders: 2, customers: 0 }, { orders: 1, webhook_events: 4 }, {})).toEqual({
    orders: 3,
    webhook_events: 4,
  })
  expect(sumErased()).toEqual({})
})
