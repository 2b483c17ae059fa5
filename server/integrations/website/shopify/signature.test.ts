import { describe, expect, it } from 'vitest'
import { shopifyDelivery, shopifySecret, shopifyOrder } from './fixtures/webhook.ts'
import { verifyShopify } from '../webhook-signatures.ts'

const keys = { secrets: [shopifySecret] }
const idOf = (given: Parameters<typeof shopifyDelivery>[0] = {}) => {
  const verdict = verifyShopify(shopifyDelivery(given), keys)
  return verdict.isGenuine ? verdict.deliveryId : null
}

describe('a delivery of Shopify', () => {
  it('is genuine with the signature that Shopify documents', () => {
    expect(verifyShopify(shopifyDelivery(), keys)).toMatchObject({
      isGenuine: true,
      deliveryId: expect.stringMatching(/^b54557e4-bdd9-4b37-8a5f-bf7d70bcd043:/),
      signature: shopifyDelivery().headers['x-shopify-hmac-sha256'],
    })
  })

  it('is identified by its webhook id and its body, so that a repeated id loses no order', () => {
    const another = shopifyOrder({ id: 1 })
    expect(idOf()).toBe(idOf())
    expect(idOf({ payload: another })).not.toBe(idOf())
    expect(idOf({ webhookId: 'another' })).not.toBe(idOf())
    expect(idOf({ webhookId: '', payload: another })).not.toBe(idOf({ webhookId: '' }))
  })

  it('may be signed with the previous secret', () => {
    expect(verifyShopify(shopifyDelivery(), { secrets: ['the newest secret', shopifySecret] }).isGenuine).toBe(true)
  })

  it.each([
    ['its body was altered', { ...shopifyDelivery(), body: Buffer.from(JSON.stringify(shopifyOrder({ test: true }))) }],
    ['another secret signed it', shopifyDelivery({ secret: 'another shop’s secret' })],
    ['it has no signature', { ...shopifyDelivery(), headers: { 'x-shopify-topic': 'orders/create' } }],
  ])('is refused when %s', (_, delivery) => {
    expect(verifyShopify(delivery, keys)).toMatchObject({ isGenuine: false, reason: expect.any(String) })
  })

  it('is refused when the channel has no secret', () => {
    expect(verifyShopify(shopifyDelivery(), { secrets: [] }).isGenuine).toBe(false)
  })
})
