import { expect, it } from 'vitest'
import { ownParcelId, sellerFulfillmentOrderId } from './amazon-order-id.ts'

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

it('a parcel of the seller’s is the same one however its number is typed, and another one of another order', () => {
  expect(ownParcelId(order, '1Z999')).toBe(ownParcelId(order, ' 1z 999'))
  expect(ownParcelId(order, '1Z999')).toMatch(/^OWN-[0-9A-HJKMNP-TV-Z]{12}$/)
  const others = [ownParcelId(order, '1Z998'), ownParcelId({ ...order, externalOrderId: '1002' }, '1Z999')]
  expect(new Set([...others, ownParcelId(order, '1Z999')]).size).toBe(3)
})
