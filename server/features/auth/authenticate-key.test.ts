import { expect, it } from 'vitest'
import { authenticateKey } from './authenticate.ts'

const now = new Date('2026-03-02T10:00:00Z')
/** SHA-256 of `abc`, the example of FIPS 180-4. */
const hashOfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const known = { companyId: 'company', channelId: null, keyId: 'key', name: 'Books' }

/** Authenticates the key `abc` with these rows as the database's answer. */
async function ask(rows: object[]) {
  const asked: unknown[] = []
  const query = async ({ values }: { values: unknown[] }) => {
    asked.push(...values)
    return { rows }
  }
  const parts = { db: { pool: { query } }, clock: { now: () => now } } as unknown as Parameters<
    typeof authenticateKey
  >[0]
  return { holder: await authenticateKey(parts, 'abc'), asked }
}

it('a key is looked up by its hash, so that the key itself is never sent to the database', async () => {
  expect((await ask([])).asked).toEqual([hashOfAbc, now])
})

it('a key without a holder in the database is rejected', async () => {
  expect((await ask([])).holder).toBeNull()
})

it('a key has its stored scopes, without unknown ones', async () => {
  const { holder } = await ask([{ ...known, scopes: ['orders.read', 'orders.delete', 'promotions.quote'] }])
  expect(holder).toEqual({ ...known, scopes: ['orders.read', 'promotions.quote'] })
})

it('a key without scopes allows nothing', async () => {
  expect((await ask([{ ...known, scopes: [] }])).holder?.scopes).toEqual([])
})

it('a channel’s feed key has its own name and its own count, and its stored scopes only', async () => {
  const { holder } = await ask([{ ...known, channelId: 'shop', keyId: 'shop', scopes: ['inventory.read'] }])
  expect(holder).toEqual({
    companyId: 'company',
    channelId: 'shop',
    keyId: 'shop feed',
    name: 'Books (feed key)',
    scopes: ['inventory.read'],
  })
})

it('a channel’s own key has all scopes', async () => {
  const { holder } = await ask([{ ...known, channelId: 'shop', scopes: null }])
  expect(holder).toEqual({
    ...known,
    channelId: 'shop',
    scopes: ['orders.read', 'orders.write', 'inventory.read', 'promotions.quote'],
  })
})
