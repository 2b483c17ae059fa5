import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { createWebsites } from '#server/integrations/website/channel.ts'
import { isSameSecret } from './receive-delivery.ts'

const spy = vi.spyOn(crypto, 'timingSafeEqual')
syncBuiltinESMExports()
beforeEach(() => void spy.mockClear())
afterAll(() => {
  spy.mockRestore()
  syncBuiltinESMExports()
})

const comparisons = () => spy.mock.calls.map(([left, right]) => [left.byteLength, right.byteLength])

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

it.each([
  ['the secret itself', secret, true],
  ['nothing', '', false],
  ['its beginning', secret.slice(0, 10), false],
  ['all but its last letter', `${secret.slice(0, -1)}x`, false],
  ['more than the secret', `${secret}x`, false],
  ['another alphabet', 'ключ', false],
])('compares %s with the secret by digests of one length', (_name, given, isSame) => {
  expect(isSameSecret(given, secret)).toBe(isSame)
  expect(comparisons()).toEqual([[32, 32]])
})

const websites = createWebsites({ version: 'test', allowsLoopback: true, clock: { now: () => new Date() } })
const secrets = ['the newer of two secrets', 'the older of two secrets']
const body = Buffer.from('{}')
const receivedAt = new Date('2026-03-02T10:00:00Z')
const timestamp = String(receivedAt.getTime() / 1000)
const hmac = (key: string, text: string) => crypto.createHmac('sha256', key).update(text).digest('base64')

const signers = {
  standard: (key: string) => ({
    'webhook-id': 'a',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(key, `a.${timestamp}.{}`)}`,
  }),
  woocommerce: (key: string) => ({ 'x-wc-webhook-signature': hmac(key, '{}') }),
  shopify: (key: string) => ({ 'x-shopify-hmac-sha256': hmac(key, '{}') }),
}

it.each(['standard', 'woocommerce', 'shopify'] as const)(
  'verifying a signature of %s takes as many comparisons for a wrong one as for the first or the last secret',
  (platform) => {
    const keys = [...secrets, 'a secret of somebody else']
    const seen = keys.map((key) => {
      spy.mockClear()
      const { isGenuine } = websites[platform].verify(
        { headers: signers[platform](key), body, receivedAt },
        { secrets },
      )
      return { isGenuine, comparisons: comparisons() }
    })
    expect(seen.map(({ isGenuine }) => isGenuine)).toEqual([true, true, false])
    const [first, ...others] = seen.map((one) => one.comparisons)
    expect(first?.length).toBeGreaterThanOrEqual(secrets.length)
    expect(others).toEqual([first, first])
  },
)
