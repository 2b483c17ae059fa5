import { expect, it } from 'vitest'
import { sumErased } from './erase-personal-data.ts'

it('adds up what was erased by table, and names no table of which nothing was', () => {
  expect(sumErased({ orders: 2, customers: 0 }, { orders: 1, webhook_events: 4 }, {})).toEqual({
    orders: 3,
    webhook_events: 4,
  })
  expect(sumErased()).toEqual({})
})
