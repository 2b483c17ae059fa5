import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiKeyRow, NewApiKey, SigningSecret } from '#contract/api-keys.ts'
import { apiKeyScopes } from '#contract/roles.ts'
import { listSigningSecrets } from '#server/features/channels/secrets.ts'
import { createTestApp, manualClock, type Browser } from '#server/testing/app.ts'
import { programWith } from '#server/testing/api-keys.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import { testContext } from '#server/testing/stock-sync-fixture.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
let ops: Browser
let companyId: string

beforeAll(async () => {
  server = await createTestApp({ clock })
})
beforeEach(async () => {
  ops = await server.as('ops')
  companyId = ops.user.companyId ?? ''
})
afterAll(() => server.close())

const path = '/api/settings/api-keys'
const inventoryKey = { name: 'Warehouse', scopes: ['inventory.read'], expiresInDays: null }
const create = async (wanted: object = {}) => (await ops.post(path, { ...inventoryKey, ...wanted })).json<NewApiKey>()
const rotate = (keyId: string, overlapHours: number) => ops.post(`${path}/${keyId}/rotate`, { overlapHours })
const master = async (overlapHours: number) => (await ops.post(`${path}/master`, { overlapHours })).json<NewApiKey>()
const list = async () => (await ops.get(path)).json<ApiKeyRow[]>()
const audited = (action: string) => auditedChanges(server.deps.db, companyId, action)

/** The status of a call with the key: 401 if it is invalid, 403 if the scope is missing. */
const tryKey = async (key: string, url = '/api/v1/inventory') =>
  (await programWith(server.app.http, key).get(url)).statusCode

describe('a key', () => {
  it('is shown once and stored as a hash, with its first and last characters', async () => {
    const { key, ...row } = await create()
    expect(key).toMatch(/^ls_live_[\w-]{43}$/)
    expect(row).toMatchObject({
      name: 'Warehouse',
      masked: `ls_live_••••••••${key.slice(-4)}`,
      scopes: ['inventory.read'],
      isMaster: false,
      createdByName: 'Ana Ruiz',
      createdAt: clock.now().toISOString(),
      expiresAt: null,
      lastUsedAt: null,
    })
    expect(await list()).toEqual([row])
    const { rows } = await server.deps.db.inCompany(companyId, (tx) =>
      tx.execute(
        `select k::text from api_keys k union all select h::text from public_handles h union all select l::text from audit_log l`,
      ),
    )
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(await audited('api_key.create')).toHaveLength(1)
  })

  it('allows its scopes and nothing else', async () => {
    const { key } = await create()
    expect([await tryKey(key), await tryKey(key, '/api/v1/orders')]).toEqual([200, 403])
    const both = await create({ scopes: ['inventory.read', 'orders.read'] })
    expect([await tryKey(both.key), await tryKey(both.key, '/api/v1/orders')]).not.toContain(403)
    expect((await ops.post(path, { ...inventoryKey, scopes: [] })).statusCode).toBe(422)
  })

  it('expires after its days', async () => {
    const { key, expiresAt } = await create({ expiresInDays: 30 })
    expect(expiresAt).toBe(new Date(clock.now().getTime() + 30 * 86_400_000).toISOString())
    clock.advance(30 * 86_400 - 1)
    expect(await tryKey(key)).toBe(200)
    clock.advance(1)
    expect(await tryKey(key)).toBe(401)
  })

  it('shows when it was last used, to the minute', async () => {
    const { key } = await create()
    const lastUsed = async () => (await list())[0]?.lastUsedAt
    await tryKey(key)
    const first = clock.now().toISOString()
    clock.advance(59)
    await tryKey(key)
    expect(await lastUsed()).toBe(first)
    clock.advance(1)
    await tryKey(key)
    expect(await lastUsed()).toBe(clock.now().toISOString())
    expect(await audited('key.use')).toHaveLength(1)
  })

  it('is listed after valid keys once it has ended, newest first', async () => {
    const [first, second, third] = [await create(), await create(), await create()]
    await ops.post(`${path}/${second.id}/revoke`)
    expect((await list()).map(({ id }) => id)).toEqual([third.id, first.id, second.id])
  })
})

describe('revoking a key', () => {
  it('ends it at once, and is audited once', async () => {
    const { id, key } = await create()
    const revoke = async () => (await ops.post(`${path}/${id}/revoke`)).json<ApiKeyRow>()
    const revoked = await revoke()
    expect(revoked.revokedAt).toBe(clock.now().toISOString())
    expect(await tryKey(key)).toBe(401)
    clock.advance(60)
    expect(await revoke()).toEqual(revoked)
    expect(await audited('api_key.revoke')).toHaveLength(1)
    expect((await rotate(id, 0)).statusCode).toBe(409)
  })
})

describe('replacing a key', () => {
  it('keeps the former key valid for the overlap, with the same name, scopes and lifetime', async () => {
    const before = await create({ expiresInDays: 90 })
    clock.advance(5 * 86_400)
    await ops.signInAgain()
    const reply = await rotate(before.id, 2)
    expect(reply.statusCode).toBe(201)
    const { id, key, name, scopes, expiresAt } = reply.json<NewApiKey>()
    expect({ name, scopes }).toEqual({ name: 'Warehouse', scopes: ['inventory.read'] })
    expect(expiresAt).toBe(new Date(clock.now().getTime() + 90 * 86_400_000).toISOString())
    clock.advance(7_199)
    expect([await tryKey(before.key), await tryKey(key)]).toEqual([200, 200])
    clock.advance(1)
    expect([await tryKey(before.key), await tryKey(key)]).toEqual([401, 200])
    const [entry] = await audited('api_key.rotate')
    expect(entry).toMatchObject({ changes: { after: { replacedBy: id, overlapHours: 2 } } })
  })

  it('happens once: a replaced key cannot be replaced again', async () => {
    const before = await create({ expiresInDays: 90 })
    await rotate(before.id, 24)
    const replacedAt = clock.now().toISOString()
    clock.advance(60)
    const refused = await rotate(before.id, 24)
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      'This key has already been replaced.',
    ])
    expect((await list()).map((key) => key.replacedAt)).toEqual([null, replacedAt])
  })

  it('never extends the former key', async () => {
    const before = await create({ expiresInDays: 1 })
    await rotate(before.id, 100)
    clock.advance(86_400)
    expect(await tryKey(before.key)).toBe(401)
  })
})

describe('the master key', () => {
  it('has all scopes, and there is one: the former ends with the overlap', async () => {
    const first = await master(24)
    expect(first).toMatchObject({ isMaster: true, scopes: [...apiKeyScopes], expiresAt: null })
    const second = await master(1)
    expect([await tryKey(first.key), await tryKey(second.key)]).toEqual([200, 200])
    const third = await master(0)
    expect(await Promise.all([first, second, third].map(({ key }) => tryKey(key)))).toEqual([401, 401, 200])
    expect((await list()).filter(({ isMaster, expiresAt }) => isMaster && expiresAt === null)).toHaveLength(1)
    expect((await rotate(second.id, 0)).statusCode).toBe(409)
    expect((await audited('api_key.generate-master')).map(({ changes }) => changes.after)).toMatchObject([
      { replaced: [] },
      { replaced: [first.id] },
      { replaced: [first.id, second.id] },
    ])
  })

  it('is rotated like any other key, and stays one when two people ask at once', async () => {
    const { id, key } = await master(24)
    const rotated = (await rotate(id, 24)).json<NewApiKey>()
    expect(rotated).toMatchObject({ isMaster: true, expiresAt: null })
    expect(await tryKey(key)).toBe(200)
    const made = await Promise.all([master(0), master(0), master(0)])
    const statuses = await Promise.all(made.map((one) => tryKey(one.key)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })
})

describe('the signing secret', () => {
  const secretPath = '/api/settings/signing-secret'
  const read = async () => (await ops.get(secretPath)).json<SigningSecret>()
  const reveal = async () => (await ops.post(`${secretPath}/reveal`)).json<{ secret: string }>().secret
  const replace = async (overlapHours: number) =>
    (await ops.post(`${secretPath}/rotate`, { overlapHours })).json<SigningSecret & { secret: string }>()
  const signing = () => {
    const ctx = testContext(server.deps, companyId)
    return ctx.transaction((tx) => listSigningSecrets(tx, ctx))
  }
  const mask = (secret: string) => `${secret.slice(0, 8)}••••••••${secret.slice(-4)}`

  it('is masked until it is revealed, which is audited', async () => {
    expect(await read()).toEqual({ masked: null, createdAt: null, previous: [] })
    const secret = await reveal()
    expect(await read()).toEqual({ masked: mask(secret), createdAt: clock.now().toISOString(), previous: [] })
    expect(await audited('settings.reveal')).toMatchObject([{ changes: { after: { shown: 'signingSecret' } } }])
  })

  it('signs beside its successor until it expires', async () => {
    const before = await reveal()
    clock.advance(60)
    const { secret, ...shown } = await replace(1)
    const until = new Date(clock.now().getTime() + 3_600_000).toISOString()
    expect(shown).toMatchObject({ masked: mask(secret), previous: [{ masked: mask(before), expiresAt: until }] })
    expect(await signing()).toEqual([secret, before])
    clock.advance(3_600)
    expect(await signing()).toEqual([secret])
    expect((await read()).previous).toEqual([])
    expect(await audited('settings.rotate')).toMatchObject([{ changes: { after: { overlapHours: 1 } } }])
  })

  it('is shown with all former secrets that still sign', async () => {
    const first = await reveal()
    clock.advance(60)
    const { secret: second } = await replace(2)
    clock.advance(60)
    const { secret, previous } = await replace(1)
    expect(await signing()).toEqual([secret, second, first])
    expect(previous.map(({ masked }) => masked)).toEqual([mask(second), mask(first)])
  })

  it('can end at once, with all former ones', async () => {
    await reveal()
    await replace(24)
    const { secret } = await replace(0)
    expect(await signing()).toEqual([secret])
  })
})
