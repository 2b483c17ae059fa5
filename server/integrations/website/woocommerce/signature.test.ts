import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { wooDelivery, wooGreeting, wooSecret, wooOrder } from './fixtures/webhook.ts'
import { verifyWoocommerce } from '../webhook-signatures.ts'

const keys = { secrets: [wooSecret] }
const idOf = (...[given]: Parameters<typeof wooDelivery>) => {
  const verdict = verifyWoocommerce(wooDelivery(given), keys)
  return verdict.isGenuine ? verdict.deliveryId : null
}

describe('a delivery of WooCommerce', () => {
  it('is genuine with the signature that WooCommerce documents', () => {
    expect(verifyWoocommerce(wooDelivery(), keys)).toMatchObject({
      isGenuine: true,
      changedAt: new Date('2026-09-20T10:15:02Z'),
    })
  })

  it('may be signed with the previous secret, and with whsec_ secrets as text or as key', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const secrets = ['the newest secret', secret]
    const delivery = wooDelivery({ secret })
    expect(verifyWoocommerce(delivery, { secrets }).isGenuine).toBe(true)
    const decoded = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(delivery.body)
      .digest('base64')
    const headers = { ...delivery.headers, 'x-wc-webhook-signature': decoded }
    expect(verifyWoocommerce({ ...delivery, headers }, { secrets }).isGenuine).toBe(true)
  })

  it.each([
    ['its body was altered', { ...wooDelivery(), body: Buffer.from(JSON.stringify(wooOrder({ total: '0.01' }))) }],
    ['another secret signed it', wooDelivery({ secret: 'another channel’s secret' })],
    ['it has no signature', { ...wooDelivery(), headers: { 'x-wc-webhook-topic': 'order.created' } }],
  ])('is refused when %s', (_, delivery) => {
    expect(verifyWoocommerce(delivery, keys)).toEqual({
      isGenuine: false,
      reason: expect.any(String),
      signature: delivery.headers['x-wc-webhook-signature'] ?? null,
    })
  })

  it('has the same id when it is repeated, and another one for another order in the same second', () => {
    expect(idOf()).toBe(idOf())
    expect(idOf({ payload: wooOrder({ id: 728 }) })).not.toBe(idOf())
    expect(idOf({ deliveryId: 'of the next second', topic: 'product.updated' })).toBe(idOf())
  })
})

describe('the unsigned greeting of WooCommerce', () => {
  it('is distinguished from a forged delivery', () => {
    expect(verifyWoocommerce(wooGreeting(), keys)).toMatchObject({ isGenuine: false, isGreeting: true })
  })

  it.each([
    ['says more', { ...wooGreeting(), body: Buffer.from('webhook_id=3&order=1') }],
    ['is signed wrongly', { ...wooGreeting(), headers: { 'x-wc-webhook-signature': 'x' } }],
  ])('is none when it %s', (_, delivery) => {
    expect(verifyWoocommerce(delivery, keys)).not.toHaveProperty('isGreeting')
  })
})
