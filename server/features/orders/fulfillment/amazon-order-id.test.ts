import { expect, it } from 'vitest'
import { sellerFulfillmentOrderId } from './amazon-order-id.ts'

const order = { channelId: '019a8a00-0000-7000-8000-000000000001', externalOrderId: '1001' }

it('the Amazon order id of an order is the same in every release', () => {
  expect(sellerFulfillmentOrderId(order, 1)).toBe('LS-QXN820NAQQHH-1')
})

it('the Amazon order id differs by order, channel and attempt, and fits Amazon’s limit', () => {
  const others = [
    sellerFulfillmentOrderId({ ...order, externalOrderId: '1002' }, 1),
    sellerFulfillmentOrderId({ ...order, channelId: null }, 1),
    sellerFulfillmentOrderId(order, 2),
  ]
  expect(new Set([...others, sellerFulfillmentOrderId(order, 1)]).size).toBe(4)
  for (const name of others) expect(name).toMatch(/^LS-[0-9A-HJKMNP-TV-Z]{12}-[12]$/)
  expect(sellerFulfillmentOrderId(order, 9_999_999).length).toBeLessThanOrEqual(40)
})
