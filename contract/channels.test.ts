import { expect, it } from 'vitest'
import { ChannelChange, ChannelInput, channelsApi } from './channels.ts'

it.each([
  ['a name of 100 KB', { name: 'x'.repeat(100_000) }],
  ['a name of nothing', { name: ' \u00a0' }],
  ['a kind that is not built yet', { type: 'ebay' }],
  ['a short key', { apiKey: 'short' }],
  ['a key with a line break', { apiKey: 'a-key-of-sixteen\r\nX-Evil: 1' }],
  ['a secret that is no base64 after whsec_', { webhookSecret: `whsec_${'!'.repeat(30)}` }],
  ['a secret of few bytes', { webhookSecret: 'whsec_c2hvcnQ=' }],
  ['a secret that can be guessed', { webhookSecret: 'the-secret-of-my-shop' }],
  ['settings that are not its own', { config: { isAdmin: true } }],
])('takes no new channel with %s', (_what, input) => {
  const fine = { name: 'My Shop', type: 'website' }
  expect(ChannelInput.safeParse(fine).success).toBe(true)
  expect(ChannelInput.safeParse({ ...fine, ...input }).success).toBe(false)
})

it.each([
  ['a name of 100 KB', { name: 'x'.repeat(100_000) }],
  ['an address that is none', { webhookUrl: 'javascript:alert(1)' }],
  ['an address without end', { productUrl: `https://a.example/${'x'.repeat(2_000)}` }],
  ['a buffer below nothing', { safetyBuffer: -1 }],
  ['a delay of half a minute', { autoFulfillDelayMinutes: 0.5 }],
  ['a type', { type: 'meta_shops' }],
  ['a key of the caller’s own', { apiKey: 'a-key-of-the-callers-own' }],
])('changes no channel to %s', (_what, changes) => {
  expect(ChannelChange.safeParse(changes).success).toBe(false)
})

it('a channel change keeps omitted fields, and an emptied one becomes null', () => {
  expect(ChannelChange.parse({ name: 'Shop' })).toEqual({ name: 'Shop' })
  expect(ChannelChange.parse({ webhookUrl: ' ', catalogId: '' })).toEqual({ webhookUrl: null, catalogId: null })
})

it.each([
  [{ secret: 'webhookSecret', overlapHours: 0, value: '9f86d081884c7d659a2feaa0c55ad015' }, true],
  [{ secret: 'webhookSecret', overlapHours: 0, value: 'shopify-signs-with-this-one' }, false],
  [{ secret: 'webhookSecret', overlapHours: 0, value: 'short' }, false],
  [{ secret: 'webhookSecret', overlapHours: 0, value: `whsec_${'!'.repeat(24)}` }, false],
  [{ secret: 'apiKey', overlapHours: 0, value: '9f86d081884c7d659a2feaa0c55ad015' }, false],
  [{ secret: 'feedKey', overlapHours: 0, value: '9f86d081884c7d659a2feaa0c55ad015' }, false],
  [{ secret: 'feedKey', overlapHours: 0 }, true],
  [{ secret: 'apiKey', overlapHours: 10_000 }, false],
])('replaces a secret by %j: %s', (asked, isTaken) => {
  expect(channelsApi.rotate.body?.safeParse(asked).success).toBe(isTaken)
})

it('a short secret is refused with one sentence', () => {
  const { error } = ChannelInput.safeParse({ name: 'My Shop', type: 'website', webhookSecret: 'short' })
  expect(error?.issues.map(({ message }) => message)).toEqual(['Webhook secret must have at least 16 characters'])
})
