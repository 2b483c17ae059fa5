import { expect, it } from 'vitest'
import { OrderBody, OrderData } from './intake.ts'
import { sampleOrder, sampleOrderEvent } from './public-api-manual.ts'
import { publicApi } from './public-api.ts'

it.each(Object.entries(publicApi))('the documented sample of %s matches its schemas', (_name, endpoint) => {
  expect(endpoint.reply.parse(endpoint.manual?.reply)).toEqual(endpoint.manual?.reply)
  if (endpoint.body) expect(endpoint.body.safeParse(endpoint.manual?.body).error).toBeUndefined()
  expect(endpoint.manual?.answers).toHaveProperty(String(endpoint.status))
})

it('unknown fields are refused at any depth by the API, and ignored in webhooks', () => {
  const slips = [
    { ...sampleOrder, externalId: '1' },
    { ...sampleOrder, customer: { ...sampleOrder.customer, mail: 'a@example.com' } },
    { ...sampleOrder, shippingAddress: { ...sampleOrder.shippingAddress, zip: '98101' } },
    { ...sampleOrder, items: [{ ...sampleOrder.items[0], price: '19.00' }] },
  ]
  for (const slip of slips) {
    expect(OrderBody.safeParse(slip).success).toBe(false)
    expect(OrderData.safeParse(slip).success).toBe(true)
  }
  expect(OrderData.safeParse(sampleOrderEvent.data).success).toBe(true)
})
