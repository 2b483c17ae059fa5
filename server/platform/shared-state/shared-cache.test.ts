import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { SharedCache } from '#server/ports/shared-state.ts'
import { describeWithBothStores } from '#server/testing/shared-state-fixture.ts'
import { createVault } from '../crypto/vault.ts'
import { postgresCache, redisCache, encryptedCache } from './shared-cache.ts'

const aMinute = 60_000

describeWithBothStores({ postgres: postgresCache, redis: redisCache }, (open) => {
  it('returns the newest value that any process stored', async () => {
    expect(await open().get("it's there")).toBeNull()
    await open().set("it's there", "somebody's", aMinute)
    await open().set("it's there", 'newer', aMinute)
    expect([await open().get("it's there"), await open().get('other')]).toEqual(['newer', null])
  })

  it('drops a value when it expires', async () => {
    await open().set('brief', 'value', 20)
    await expect.poll(() => open().get('brief')).toBeNull()
    await open().set('brief', 'another', aMinute)
    expect(await open().get('brief')).toBe('another')
  })

  it('lets one of many callers claim a fetch, and the next one when the claim has expired', async () => {
    const claims = await Promise.all(Array.from({ length: 10 }, () => open().claim('wanted', aMinute)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await open().claim('wanted too', 20)).toBe(true)
    await expect.poll(() => open().claim('wanted too', aMinute)).toBe(true)
    expect(await open().claim('wanted too', aMinute)).toBe(false)
  })

  it('stores neither values nor keys in clear', async () => {
    const held: string[] = []
    const cache = open()
    const watched: SharedCache = {
      ...cache,
      set: (key, value, forMs) => cache.set(key, (held.push(key, value), value), forMs),
    }
    const [key, otherKey] = [randomBytes(32), randomBytes(32)]
    const sealed = encryptedCache(() => watched, createVault(key))
    await sealed.set('the account', 'Atza|the token', aMinute)
    expect(await sealed.get('the account')).toBe('Atza|the token')
    expect(held).toHaveLength(2)
    expect(held.join(' ')).not.toMatch(/account|token/)
    const fingerprintKey = randomBytes(32)
    const one = encryptedCache(() => watched, createVault(key, { fingerprintKey }))
    const other = encryptedCache(() => watched, createVault(otherKey, { fingerprintKey }))
    await one.set('shared', 'value', aMinute)
    expect([await one.get('shared'), await other.get('shared')]).toEqual(['value', null])
  })
})
