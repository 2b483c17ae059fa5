import { expect, it } from 'vitest'
import { ChannelInput } from '#contract/channels.ts'
import { generateSecrets } from './channel-secrets.ts'

it.each(['standard', 'woocommerce', 'shopify'] as const)(
  'generated secrets for %s are accepted by the server’s schema',
  (platform) => {
    const input = ChannelInput.parse({ name: 'Shop', type: 'website', platform, ...generateSecrets(platform) })
    expect(input.apiKey).toMatch(/^ls_live_[\w-]{43}$/)
    expect(input.webhookSecret).toMatch(platform === 'standard' ? /^whsec_[A-Za-z0-9+/]{43}=$/ : /^[\w-]{43}$/)
  },
)

it('generated secrets are never the same twice', () => {
  const made = Array.from({ length: 100 }, () => generateSecrets('standard'))
  expect(new Set(made.flatMap(Object.values)).size).toBe(200)
})
