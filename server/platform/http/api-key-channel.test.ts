import { describe, expect, it } from 'vitest'
import type { KeyHolder } from './app.ts'
import { resolveKeyChannel } from './api-key-auth.ts'

const holder = (channelId: string | null): KeyHolder => ({
  companyId: 'company',
  channelId,
  keyId: 'key',
  name: 'Shop',
  scopes: [],
})

describe('a channel’s own key', () => {
  it.each([undefined, 'shop'])('selects its channel when the call names %s', (named) => {
    expect(resolveKeyChannel(holder('shop'), named)).toBe('shop')
  })

  it.each(['outlet', ''])('refuses another channel: %j', (named) => {
    expect(() => resolveKeyChannel(holder('shop'), named)).toThrow(expect.objectContaining({ code: 'forbidden' }))
  })
})

describe('the company’s master key', () => {
  it('selects the channel that the call names', () => {
    expect(resolveKeyChannel(holder(null), 'outlet')).toBe('outlet')
  })

  it('selects all channels when the call names none', () => {
    expect(resolveKeyChannel(holder(null), undefined)).toBeNull()
  })
})
