import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { decryptPersonal } from '#server/features/orders/personal-data.ts'
import type { Database, Tx } from '../db/client.ts'
import { customers } from '../db/schema/customers.ts'
import { signingSecrets } from '../db/schema/settings.ts'
import { newId } from '../ids.ts'
import { postgresCache, encryptedCache } from '../shared-state/shared-cache.ts'
import { rotateKey } from './rotate-key.ts'
import { createVault, type Vault } from './vault.ts'

const [oldKey, newKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
const vault = createVault(newKey, { others: [oldKey] })
/** Has a key of its own in earnest, which stays. */
const fingerprint = (plain: string) => `of ${plain}`

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const say = () => {}
const never = () => Promise.reject(new Error('there was nothing to wait for'))

/** A company whose customer is sealed with the old key, on a database that shows no other company's. */
async function openCompany() {
  const { id: companyId } = await buildCompany(test.deps.db)
  const { customer } = await buildOrder({ ...test.deps, vault: createVault(oldKey) }, companyId)
  const id = customer?.id ?? ''
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => test.deps.db.inCompany(companyId, work)
  return {
    companyId,
    id,
    inCompany,
    row: async () => (await inCompany((tx) => tx.select().from(customers).where(eq(customers.id, id))))[0],
  }
}

it('a rotation re-encrypts every text once and leaves erased ones alone', async () => {
  const { companyId, row, id, inCompany } = await openCompany()
  await inCompany((tx) => tx.update(customers).set({ phone: '' }))
  const shelfOf = (keys: Vault) => encryptedCache(() => postgresCache(test.deps.db), { ...keys, fingerprint })
  await shelfOf(createVault(oldKey)).set('account', 'token', 60_000)
  const rotation = await rotateKey({ db: test.deps.db, vault }, say, never)
  expect(rotation.left).toEqual([])
  expect(rotation.reencrypted).toBeGreaterThan(3)
  const kept = await row()
  expect(kept?.phone).toBe('')
  expect(kept?.email?.startsWith(vault.currentKeyPrefix)).toBe(true)
  expect(await shelfOf(createVault(newKey)).get('account')).toBe('token')
  const keeper = { vault: createVault(newKey), companyId }
  expect(decryptPersonal(keeper, 'customers.email', id, kept?.email ?? null)).toBe('ana@example.com')
  expect(await rotateKey({ db: test.deps.db, vault }, say, never)).toEqual({ reencrypted: 0, left: [] })
})

it('a rotation that was killed continues where it stopped', async () => {
  await openCompany()
  await openCompany()
  const { db } = test.deps
  let begun = 0
  const dying: Database = {
    ...db,
    inCompany: (companyId, work) => {
      begun += 1
      return begun > 6 ? Promise.reject(new Error('killed')) : db.inCompany(companyId, work)
    },
  }
  await expect(rotateKey({ db: dying, vault }, say, never)).rejects.toThrow('killed')
  expect((await rotateKey({ db, vault }, say, never)).left).toEqual([])
})

it('a rotation skips a locked row and re-encrypts it in the next round, with its change', async () => {
  const { id, companyId, inCompany, row } = await openCompany()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const fresh = createVault(oldKey).encrypt('bo@example.com', `customers.email:${companyId}:${id}`)
  const change = inCompany(async (tx) => {
    await tx.update(customers).set({ email: fresh }).where(eq(customers.id, id))
    begin()
    await mayEnd
  })
  await hasBegun
  let pauses = 0
  const pause = async () => {
    pauses += 1
    end()
    await change
  }
  expect((await rotateKey({ db: test.deps.db, vault }, say, pause)).left).toEqual([])
  expect(pauses).toBe(1)
  expect(vault.decrypt((await row())?.email ?? '', `customers.email:${companyId}:${id}`)).toBe('bo@example.com')
})

it('a rotation reports texts that none of its keys decrypts, and completes the rest', async () => {
  const { id, inCompany, row } = await openCompany()
  const foreign = createVault(Buffer.alloc(32, 9)).encrypt('x', 'c')
  await inCompany((tx) => tx.update(customers).set({ email: foreign }).where(eq(customers.id, id)))
  const { left } = await rotateKey({ db: test.deps.db, vault }, say, never)
  expect(left).toEqual([{ place: 'customers.email', texts: 1 }])
  expect((await row())?.phone?.startsWith(vault.currentKeyPrefix)).toBe(true)
  await inCompany((tx) => tx.execute(sql`update customers set email = null where id = ${id}`))
})

it('a rotation processes more texts than a batch, readable or not, and reports its progress', async () => {
  const { companyId, inCompany } = await openCompany()
  const foreign = createVault(Buffer.alloc(32, 9))
  const ids = Array.from({ length: 101 }, newId).toSorted()
  const sealing = ids.map((id, index) => ({ id, by: index < 100 ? foreign : createVault(oldKey) }))
  const secretOf = (id: string) => `signing_secrets.secret:${companyId}:${id}`
  await inCompany((tx) =>
    tx
      .insert(signingSecrets)
      .values(sealing.map(({ id, by }) => ({ companyId, id, secret: by.encrypt('whsec', secretOf(id)) }))),
  )
  const progress: { done: number; owners: number; reencrypted: number }[] = []
  const { reencrypted, left } = await rotateKey({ db: test.deps.db, vault }, (told) => progress.push(told), never)
  expect(left).toEqual([{ place: 'signing_secrets.secret', texts: 100 }])
  const last = ids.at(-1) ?? ''
  const [kept] = await inCompany((tx) => tx.select().from(signingSecrets).where(eq(signingSecrets.id, last)))
  expect(createVault(newKey).decrypt(kept?.secret ?? '', secretOf(last))).toBe('whsec')
  expect(progress.map(({ done }) => done)).toEqual(progress.map((_, index) => index + 1))
  expect(progress.at(-1)).toEqual({ done: progress.length, owners: progress.length, reencrypted })
  await inCompany((tx) => tx.delete(signingSecrets))
})
