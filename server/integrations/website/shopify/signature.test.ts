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
      deliveryId: expect.stringMatching(/^sha256:[\w-]{43}$/),
      signature: shopifyDelivery().headers['x-shopify-hmac-sha256'],
      changedAt: new Date('2026-09-20T10:15:02Z'),
    })
  })

  it('is identified by its body, whatever its headers say, because they are not signed', () => {
    const another = shopifyOrder({ id: 1 })
    expect(idOf()).toBe(idOf())
    expect(idOf({ payload: another })).not.toBe(idOf())
    expect(idOf({ webhookId: 'another', topic: 'products/update' })).toBe(idOf())
  })

  it('is identified by its topic too where the body does not say what it is', () => {
    const payload = { id: 6200407294252 }
    const ids = ['orders/delete', 'orders/updated', 'products/delete'].map((topic) => idOf({ payload, topic }))
    expect(new Set(ids).size).toBe(3)
    expect(idOf({ payload, topic: 'made up' })).toBe(ids[2])
  })

  it.each([
    ['its creation where it never changed', { created_at: '2026-09-20T06:14:58-04:00' }, '2026-09-20T10:14:58Z'],
    ['nothing where it has no time', {}, null],
    ['nothing where its time can’t be read', { updated_at: 'yesterday' }, null],
  ])('has the time of %s', (_, payload, at) => {
    const verdict = verifyShopify(shopifyDelivery({ payload }), keys)
    expect(verdict).toMatchObject({ isGenuine: true, changedAt: at && new Date(at) })
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
