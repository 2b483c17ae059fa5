import { expect, it } from 'vitest'
import { feedSlug, maskKey } from './channel-values.ts'

it.each([
  ['My Shop', 'my-shop'],
  ['  Café “Ünal” & Söhne! ', 'cafe-unal-sohne'],
  ['../../etc/passwd?key=1', 'etc-passwd-key-1'],
  ['商店', 'channel'],
  [`${'a'.repeat(79)} and more`, 'a'.repeat(79)],
  ['x'.repeat(200), 'x'.repeat(80)],
])('makes an address of the name %j', (name, slug) => expect(feedSlug(name)).toBe(slug))

it('a masked key shows its first 8 and last 4 characters, and nothing of a short one', () => {
  expect(maskKey('ls_live_1234567890abcd')).toBe('ls_live_••••••••abcd')
  expect(maskKey('sixteen-letters!')).toBe('••••••••••••')
})
