import { and, eq } from 'drizzle-orm'
import { register } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditRow } from '#contract/audit.ts'
import { buildApp } from '#server/app.ts'
import { createEventHub } from '#server/platform/events/event-hub.ts'
import { auditLog, refusalCounts } from '#server/platform/db/schema/audit.ts'
import { createLog } from '#server/platform/log.ts'
import { buildMasterKey } from '#server/testing/api-keys.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
const clock = manualClock()
const lines: string[] = []
let companyId: string

beforeAll(async () => {
  const log = createLog({ LOG_LEVEL: 'warn' }, 'test', { write: (line) => lines.push(line) })
  server = await createTestApp({ clock, log })
})
afterAll(() => server.close())
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
})

/** What the company's audit log says of an action, once all is written. */
async function entriesOf(action: 'access.refuse' | 'key.refuse') {
  await server.app.http.refusals.flush()
  return server.deps.db.inCompany(companyId, (tx) =>
    tx
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.companyId, companyId), eq(auditLog.action, action)))
      .orderBy(auditLog.id),
  )
}

async function countOf(source: string): Promise<number> {
  await server.app.http.refusals.flush()
  const rows = await server.deps.db.onPlatform((tx) =>
    tx.select().from(refusalCounts).where(eq(refusalCounts.source, source)),
  )
  return rows.reduce((sum, { count }) => sum + count, 0)
}

describe('a refusal to a signed-in person', () => {
  it('is in the audit log of the company they work in, with who, from where, which route and why', async () => {
    const reader = await server.as('readonly', companyId)
    const url = `/api/orders/${crypto.randomUUID()}/hold`
    expect((await reader.post(url, {})).statusCode).toBe(403)
    expect(await entriesOf('access.refuse')).toMatchObject([
      {
        actorType: 'user',
        userId: reader.user.id,
        resource: 'access',
        ipAddress: '127.0.0.1',
        userAgent: 'lightMyRequest',
        changes: {
          after: {
            method: 'POST',
            route: '/api/orders/:orderId/hold',
            why: 'This needs the role Operations; yours is Read Only.',
          },
        },
      },
    ])
    const admin = await server.as('admin', companyId)
    for (const filter of ['resource=access', 'search=access.refuse', `search=${reader.user.firstName}`]) {
      const rows = (await admin.get(`/api/audit?${filter}`)).json<AuditRow[]>()
      expect(rows, filter).toMatchObject([{ action: 'access.refuse', userId: reader.user.id }])
    }
  })

  it('is recorded for a call of another website and for a missing header', async () => {
    const ops = await server.as('ops', companyId)
    const { cookie } = ops.headers
    const inject = (headers: Record<string, string>) =>
      server.app.http.inject({ method: 'POST', url: '/api/saved-views', headers: { cookie, ...headers }, payload: {} })
    expect((await inject({ origin: 'https://evil.example', 'x-requested-with': 'XMLHttpRequest' })).statusCode).toBe(
      403,
    )
    expect((await inject({})).statusCode).toBe(403)
    expect((await entriesOf('access.refuse')).map(({ changes }) => changes?.after['why'])).toEqual([
      'This call came from another website, so it was refused.',
      'The header X-Requested-With: XMLHttpRequest is missing.',
    ])
  })

  it('is recorded when it looks like a missing page: an admin of a customer asks for what is for provider staff', async () => {
    const admin = await server.as('admin', companyId)
    expect((await admin.get('/api/admin/companies')).statusCode).toBe(404)
    expect(await entriesOf('access.refuse')).toMatchObject([
      { userId: admin.user.id, changes: { after: { why: 'Only provider staff may do this.' } } },
    ])
  })

  it('is none where a person only has to sign in again, nor where nothing is found', async () => {
    const ops = await server.as('ops', companyId)
    clock.advance(16 * 60)
    const exported = await ops.get('/api/orders/export?format=csv')
    expect([exported.statusCode, exported.json().type]).toEqual([403, 'urn:lockstep:sign-in-again'])
    expect((await ops.get(`/api/orders/${crypto.randomUUID()}`)).statusCode).toBe(404)
    expect(await entriesOf('access.refuse')).toEqual([])
  })

  it('is one entry an hour per route and reason, over all processes, and every one is counted', async () => {
    const reader = await server.as('readonly', companyId)
    const counter = register.getSingleMetric('lockstep_refusals_total')
    counter?.reset()
    const hold = () => reader.post(`/api/orders/${crypto.randomUUID()}/hold`, {})
    for (const _ of [1, 2, 3]) await hold()
    await reader.post(`/api/orders/${crypto.randomUUID()}/release`, {})
    expect(await entriesOf('access.refuse')).toHaveLength(2)
    expect(await countOf(reader.user.id)).toBe(4)
    const [metric] = (await counter?.get())?.values ?? []
    expect(metric).toMatchObject({ labels: { kind: 'access' }, value: 4 })
    const hub = createEventHub(server.deps)
    const { http: other } = await buildApp(server.deps, hub)
    const repeated = `/api/orders/${crypto.randomUUID()}/hold`
    await other.inject({ method: 'POST', url: repeated, headers: reader.headers, payload: {} })
    await other.close()
    await hub.close()
    expect(await entriesOf('access.refuse')).toHaveLength(2)
    expect(await countOf(reader.user.id)).toBe(5)
  })

  it('is answered as ever while it can’t be written, which is logged, and is recorded with the next try', async () => {
    const reader = await server.as('readonly', companyId)
    const { db } = server.deps
    const write = db.onPlatform
    db.onPlatform = () => Promise.reject(new Error('no connection'))
    const refused = await reader.post('/api/saved-views', {})
    await server.app.http.refusals.flush()
    db.onPlatform = write
    expect(refused.statusCode).toBe(403)
    expect(lines.join('\n')).toContain('refusals could not be recorded')
    expect(await entriesOf('access.refuse')).toEqual([])
    await reader.post('/api/saved-views', {})
    expect(await entriesOf('access.refuse')).toHaveLength(1)
  })
})

describe('a refusal to an API key', () => {
  const ask = (url: string, key: string) => server.app.http.inject({ url, headers: { authorization: `Bearer ${key}` } })

  it('is in the audit log of its company with the key and why: scope, feed key elsewhere', async () => {
    const channel = await buildChannel(server.deps, companyId, { name: 'My Shop' })
    const narrow = await buildMasterKey(server.deps.db, companyId, { scopes: ['inventory.read'] })
    for (const key of [channel.feedKey ?? '', narrow]) expect((await ask('/api/v1/orders', key)).statusCode).toBe(403)
    expect(await entriesOf('key.refuse')).toMatchObject([
      {
        actorType: 'api_key',
        actorName: 'My Shop (feed key)',
        resource: 'channel',
        resourceId: channel.id,
        changes: {
          after: { method: 'GET', route: '/api/v1/orders', why: 'This key doesn’t have the permission orders.read.' },
        },
      },
      { resource: 'api_key', changes: { after: { route: '/api/v1/orders' } } },
    ])
    expect(await countOf(`${channel.id} feed`)).toBe(1)
  })

  it('is recorded for a key that was revoked or whose channel is deactivated, and for no made-up one', async () => {
    const ops = await server.as('ops', companyId)
    const { id, key } = (await ops.post('/api/settings/api-keys', { name: 'Old', scopes: ['orders.read'] })).json<{
      id: string
      key: string
    }>()
    await ops.post(`/api/settings/api-keys/${id}/revoke`)
    for (const _ of [1, 2]) expect((await ask('/api/v1/orders', key)).statusCode).toBe(401)
    expect((await ask('/api/v1/orders', 'a-key-that-nobody-has')).statusCode).toBe(401)
    expect(await entriesOf('key.refuse')).toMatchObject([
      {
        actorName: 'Old',
        resource: 'api_key',
        resourceId: id,
        changes: { after: { why: 'The key was revoked or replaced, or has expired.' } },
      },
    ])
    expect(await countOf(id)).toBe(2)
  })
})
