import { afterEach, expect, it, vi } from 'vitest'
import { keyState } from './key-state.ts'

const good = { revokedAt: null, expiresAt: null, replacedAt: null }
const noon = Date.parse('2026-11-15T12:00:00Z')
const after = (seconds: number) => new Date(noon + seconds * 1000).toISOString()

afterEach(() => {
  vi.useRealTimers()
})

it.each([
  [{}, 'active'],
  [{ expiresAt: after(60) }, 'active'],
  [{ expiresAt: after(60), replacedAt: after(-60) }, 'replaced'],
  [{ expiresAt: after(-60), replacedAt: after(-120) }, 'expired'],
  [{ expiresAt: after(60), revokedAt: after(-60) }, 'revoked'],
] as const)('says of %o: %s', (change, state) => {
  vi.useFakeTimers({ now: noon })
  expect(keyState({ ...good, ...change }, noon)).toBe(state)
})

it('treats a key as expired at once, though the screen’s clock ticks only twice a minute', () => {
  vi.useFakeTimers({ now: noon + 29_000 })
  expect(keyState({ ...good, expiresAt: after(28) }, noon)).toBe('expired')
})
