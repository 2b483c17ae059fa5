import { and, eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { sampleOrder } from '#contract/public-api-manual.ts'
import { publicApi } from '#contract/public-api.ts'
import { isKeyAccess, apiKeyScopes, type ApiKeyScope } from '#contract/roles.ts'
import { authenticateKey, handleOfKey } from '#server/features/auth/authenticate.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { publicHandles } from '#server/platform/db/schema/public-handles.ts'
import { apiKeys } from '#server/platform/db/schema/settings.ts'
import { callsPerMinutePerKey } from '#server/platform/http/rate-limit.ts'
import { buildMasterKey, programWith } from '#server/testing/api-keys.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { publicSamples } from '#server/testing/endpoint-samples/order-samples.ts'

type Sample = { params?: Record<string, string>; query?: object; body?: object; foreign?: Record<string, string> }

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let masterKey: string
let samples: Record<keyof typeof publicApi, Sample>

beforeAll(async () => {
  server = await createTestApp({ clock })
  const { db } = server.deps
  companyId = (await buildCompany(db)).id
  masterKey = await buildMasterKey(db, companyId)
  samples = await publicSamples(server.deps, companyId, (await buildCompany(db)).id)
})
afterAll(() => server.close())

const calls = Object.entries(publicApi).map(([name, endpoint]) => ({
  name: `${endpoint.method} ${endpoint.path}`,
  endpoint: endpoint as Endpoint,
  sample: () => samples[name as keyof typeof publicApi],
}))

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

function send(endpoint: Endpoint, { params = {}, query = {}, body }: Sample, headers: Record<string, string>) {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? '')
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return server.app.http.inject({
    method: endpoint.method,
    url: search ? `${path}?${search}` : path,
    headers,
    ...(body ? { payload: body } : {}),
  })
}

const scopeOf = ({ access }: Endpoint) => (isKeyAccess(access) ? access.slice('key:'.length) : '') as ApiKeyScope

describe('every endpoint by API key', () => {
  it.each(calls)('$name refuses calls without a key, and signed-in people', async ({ endpoint, sample }) => {
    const admin = await server.as('admin', companyId)
    for (const headers of [{}, admin.headers, bearer('ls_live_nobodys'), bearer(''), { authorization: masterKey }]) {
      const reply = await send(endpoint, sample(), headers)
      expect(reply.statusCode, JSON.stringify(headers)).toBe(401)
      expect(reply.headers['content-type']).toContain('application/problem+json')
    }
  })

  it.each(calls)('$name refuses a key with every other scope', async ({ endpoint, sample }) => {
    const scopes = apiKeyScopes.filter((scope) => scope !== scopeOf(endpoint))
    const key = await buildMasterKey(server.deps.db, companyId, { scopes })
    expect((await send(endpoint, sample(), bearer(key))).statusCode).toBe(403)
  })

  it.each(calls)('$name refuses unknown fields', async ({ endpoint, sample }) => {
    const { query = {}, body, ...rest } = sample()
    const surprise = { surprise: '1' }
    const inQuery = { ...rest, query: { ...query, ...surprise }, ...(body ? { body } : {}) }
    expect((await send(endpoint, inQuery, bearer(masterKey))).statusCode).toBe(422)
    const inBody = { ...rest, query, body: { ...body, ...surprise } }
    if (endpoint.body) expect((await send(endpoint, inBody, bearer(masterKey))).statusCode).toBe(422)
  })

  it.each(calls.filter(({ endpoint }) => endpoint.params))(
    '$name finds nothing under an unknown, an impossible or another company’s id',
    async ({ endpoint, sample }) => {
      const { foreign = {} } = sample()
      for (const id of ['0199a1b2-0000-7000-8000-000000000000', "1' or 1=1", ...Object.values(foreign)]) {
        const params = Object.fromEntries(Object.keys(foreign).map((name) => [name, encodeURIComponent(id)]))
        expect((await send(endpoint, { ...sample(), params }, bearer(masterKey))).statusCode, id).toBe(404)
      }
    },
  )

  it.each(calls)(
    '$name works with its scope alone, from any website, and answers what the contract says',
    async (one) => {
      const { endpoint, sample } = one
      const key = await buildMasterKey(server.deps.db, companyId, { scopes: [scopeOf(endpoint)] })
      const reply = await send(endpoint, sample(), { ...bearer(key), origin: 'https://shop.example' })
      expect(reply.statusCode, reply.body).toBe(endpoint.status)
      expect(reply.json()).toEqual(endpoint.reply.parse(reply.json()))
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    },
  )
})

describe('an API key', () => {
  const opens = async (key: string | null, scheme?: string) => {
    const { statusCode } = await programWith(server.app.http, key, scheme).get('/api/v1/inventory')
    return statusCode === 200
  }
  const inAnHour = () => new Date(clock.now().getTime() + 3_600_000)

  it('is accepted with any case of its scheme, and never from the URL', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect(await opens(masterKey, scheme), scheme).toBe(true)
    for (const scheme of ['Basic', 'Token']) expect(await opens(masterKey, scheme), scheme).toBe(false)
    for (const field of ['key', 'apiKey', 'access_token']) {
      const { statusCode } = await programWith(server.app.http, null).get(`/api/v1/inventory?${field}=${masterKey}`)
      expect(statusCode, field).toBe(401)
    }
  })

  it('in the URL is refused, whatever it opens, with a sentence that says how to send it', async () => {
    const channel = await buildChannel(server.deps, companyId)
    for (const key of [channel.apiKey, channel.feedKey, masterKey]) {
      for (const path of ['/api/v1/orders', '/api/v1/inventory']) {
        const reply = await programWith(server.app.http, null).get(`${path}?key=${key}`)
        expect([reply.statusCode, reply.json().detail]).toEqual([
          401,
          'A key in the URL is not accepted here, since URLs are stored and logged. Send it as a header: Authorization: Bearer <key>',
        ])
      }
    }
  })

  it('that is a channel’s feed key reads inventory and does nothing else', async () => {
    const { feedKey } = await buildChannel(server.deps, companyId)
    for (const { name, endpoint, sample } of calls) {
      const reply = await send(endpoint, sample(), bearer(feedKey ?? ''))
      expect(reply.statusCode, name).toBe(scopeOf(endpoint) === 'inventory.read' ? 200 : 403)
    }
    const order = await programWith(server.app.http, feedKey).post('/api/v1/orders', sampleOrder)
    expect([order.statusCode, order.json().detail]).toEqual([403, 'This key doesn’t have the permission orders.write.'])
  })

  it('is refused once it is revoked, expired or rotated for good', async () => {
    const { db } = server.deps
    expect(await opens(await buildMasterKey(db, companyId, { revokedAt: clock.now() }))).toBe(false)
    const expiring = await buildMasterKey(db, companyId, { expiresAt: inAnHour() })
    const channel = await buildChannel(server.deps, companyId)
    await db.inCompany(companyId, (tx) =>
      tx
        .update(publicHandles)
        .set({ expiresAt: inAnHour() })
        .where(eq(publicHandles.handle, handleOfKey(channel.apiKey ?? ''))),
    )
    expect([await opens(expiring), await opens(channel.apiKey)]).toEqual([true, true])
    clock.advance(3_601)
    expect([await opens(expiring), await opens(channel.apiKey)]).toEqual([false, false])
  })

  it('has its use recorded once a day per address', async () => {
    const { db } = server.deps
    const { id } = await buildCompany(db)
    const channel = await buildChannel(server.deps, id)
    const master = await buildMasterKey(db, id)
    const call = (key: string | null, remoteAddress: string) =>
      server.app.http.inject({ url: '/api/v1/inventory', headers: bearer(key ?? ''), remoteAddress })
    for (const address of ['203.0.113.8', '203.0.113.8', '203.0.113.9']) await call(channel.apiKey, address)
    await call(channel.feedKey, '203.0.113.8')
    await call(master, '203.0.113.8')
    clock.advance(24 * 3600)
    await call(master, '203.0.113.8')
    const [uses, [key]] = await db.inCompany(id, async (tx) => [
      await tx.select().from(auditLog).where(eq(auditLog.action, 'key.use')).orderBy(auditLog.id),
      await tx.select().from(apiKeys),
    ])
    expect(
      uses.map(({ actorName, resource, resourceId, ipAddress }) => [actorName, resource, resourceId, ipAddress]),
    ).toEqual([
      [channel.name, 'channel', channel.id, '203.0.113.8'],
      [channel.name, 'channel', channel.id, '203.0.113.9'],
      [`${channel.name} (feed key)`, 'channel', channel.id, '203.0.113.8'],
      [key?.name, 'api_key', key?.id, '203.0.113.8'],
      [key?.name, 'api_key', key?.id, '203.0.113.8'],
    ])
    expect(key?.lastUsedAt).toEqual(clock.now())
    expect(JSON.stringify(uses)).not.toContain(master)
  })

  it('is refused while its channel or company is inactive', async () => {
    const { db } = server.deps
    const { id } = await buildCompany(db)
    const channel = await buildChannel(server.deps, id)
    const master = await buildMasterKey(db, id)
    const both = async () => [await opens(channel.apiKey), await opens(master)]
    expect(await both()).toEqual([true, true])
    const switchChannel = (isActive: boolean) =>
      db.inCompany(id, (tx) =>
        tx
          .update(channels)
          .set({ isActive })
          .where(and(eq(channels.companyId, id), eq(channels.id, channel.id))),
      )
    await switchChannel(false)
    expect(await both()).toEqual([false, true])
    await switchChannel(true)
    await db.onPlatform((tx) => tx.update(companies).set({ isActive: false }).where(eq(companies.id, id)))
    expect(await both()).toEqual([false, false])
  })

  it('is throttled at its rate limit, while another key is not', async () => {
    const { db } = server.deps
    const [busy, calm] = [await buildMasterKey(db, companyId), await buildMasterKey(db, companyId)]
    const call = { keyHolder: await authenticateKey(server.deps, busy), routeOptions: {} } as FastifyRequest
    for (let made = 0; made < callsPerMinutePerKey; made++) await server.app.http.countKey(call, {} as FastifyReply)
    const refused = await programWith(server.app.http, busy).get('/api/v1/inventory')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await opens(calm)).toBe(true)
  })

  it('that is wrong counts against the rate limit of its address', async () => {
    const guess = (n: number) =>
      server.app.http.inject({
        url: '/api/v1/inventory',
        headers: bearer(`ls_live_guess-${n}`),
        remoteAddress: '203.0.113.7',
      })
    const replies = await Promise.all(Array.from({ length: 61 }, (_, n) => guess(n)))
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
    expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(60)
    expect(await opens(masterKey)).toBe(true)
  })

  it('that is wrong is looked up until its network is over the limit; then only keys that exist are', async () => {
    const { db } = server.deps
    const [known, unseen] = [await buildMasterKey(db, companyId), await buildMasterKey(db, companyId)]
    // The other tests' wrong keys may have had the fingerprints of all keys read before these two existed; that lasts 10 seconds.
    clock.advance(10)
    const call = (key: string) =>
      server.app.http.inject({ url: '/api/v1/inventory', headers: bearer(key), remoteAddress: '203.0.113.77' })
    expect((await call(known)).statusCode).toBe(200)
    const query = vi.spyOn(db.pool, 'query')
    const replies = await Promise.all(Array.from({ length: 400 }, (_, n) => call(`ls_live_wrong-${n}`)))
    const statements = query.mock.calls.map(([statement]) => JSON.stringify(statement))
    const lookUps = statements.filter((statement) => statement.includes('key_holder'))
    query.mockRestore()
    expect(lookUps.length).toBeLessThanOrEqual(70)
    expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(60)
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(340)
    expect([(await call(known)).statusCode, (await call(unseen)).statusCode]).toEqual([200, 200])
    const { statusCode, headers } = await call('ls_live_wrong-again')
    expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true])
  })
})
