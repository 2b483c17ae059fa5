import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { longestTemplate } from '#contract/notifications.ts'
import { sampleOrderEvent } from '#contract/public-api-manual.ts'
import type { Problem } from '#contract/errors.ts'
import { createTestApp, manualClock, openSession } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'
import { withClient } from '#server/testing/postgres.ts'
import { publishByNotify } from '../shared-state/publish-change.ts'
import { createLog } from '../log.ts'
import { defaultHeaders } from './headers.ts'
import { serveHealth } from './health.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let origin: string
const clock = manualClock()
const lines: string[] = []
const memory = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString())
    done()
  },
})

beforeAll(async () => {
  server = await createTestApp({ clock, log: createLog({ LOG_LEVEL: 'info' }, 'test', memory) })
  origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

const get = (url: string, headers: Record<string, string> = {}) => server.app.http.inject({ url, headers })

describe('error replies', () => {
  it('are problem details with the request id and without internals', async () => {
    const reply = await get('/api/nothing-here')
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(reply.json()).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is nothing at this address.',
      instance: `urn:request:${reply.headers['x-request-id'] as string}`,
    } satisfies Problem)
  })

  it.each([
    ['text that is not JSON', { 'content-type': 'application/json' }, '{"name":', 400],
    ['another content type', { 'content-type': 'text/xml' }, '<name/>', 415],
    ['more than a megabyte', { 'content-type': 'application/json' }, `"${'x'.repeat(1_100_000)}"`, 413],
    ['a poisoned prototype', { 'content-type': 'application/json' }, '{"__proto__":{"role":"admin"}}', 400],
  ])('describe %s plainly', async (_what, headers, payload, status) => {
    const admin = await server.as('admin')
    const reply = await server.app.http.inject({
      method: 'POST',
      url: '/api/admin/companies',
      headers: { ...admin.headers, ...headers },
      payload,
    })
    expect(reply.statusCode).toBe(status)
    expect(reply.json<Problem>().detail).not.toMatch(/FST_|Unexpected|\.ts/)
  })

  it('stay short, whatever was sent', async () => {
    const admin = await server.as('admin')
    const surprises = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`surprise${n}`, n]))
    for (const url of ['/api/admin/companies', '/api/jobs/0199a1b2-0000-7000-8000-000000000000/retry']) {
      const reply = await admin.post(url, surprises)
      expect(reply.statusCode).toBe(422)
      expect(reply.body.length).toBeLessThan(5_000)
    }
  })

  it('describe a malformed URL', async () => {
    const reply = await get('/api/%')
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ status: 400, detail: 'This address is not valid.' } satisfies Partial<Problem>)
  })

  it('send no internals of a bug, which are logged', async () => {
    const admin = await server.as('admin')
    const broken = vi
      .spyOn(server.deps.db, 'readPlatform')
      .mockRejectedValueOnce(new Error('relation "users" is secret'))
    const reply = await admin.get('/api/admin/users')
    broken.mockRestore()
    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain('secret')
    expect(lines.join('')).toContain('relation \\"users\\" is secret')
  })

  it('have a Retry-After when the database is unavailable', async () => {
    const admin = await server.as('admin')
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const broken = vi.spyOn(server.deps.db, 'readPlatform').mockRejectedValueOnce(away)
    const reply = await admin.get('/api/admin/users')
    broken.mockRestore()
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('5')
  })

  it('have a Retry-After over the rate limit, for refused calls too and however the path is encoded', async () => {
    const call = (url: string) => server.app.http.inject({ url, remoteAddress: '203.0.113.7' })
    for (let n = 0; n < 10; n++) expect((await call('/api/openapi.json')).statusCode).toBe(200)
    for (let n = 0; n < 595; n++) {
      expect((await call('/api/auth/user')).statusCode).toBe(401)
      expect((await call('/%61pi/auth/user')).statusCode).toBe(401)
    }
    const reply = await call('/%61pi/auth/user')
    expect(reply.statusCode).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(reply.json<Problem>().status).toBe(429)
  }, 60_000)
})

describe('every reply', () => {
  it('has the security headers', async () => {
    const { headers } = await get('/api/auth/user')
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('has them also for unknown and malformed URLs', async () => {
    for (const url of ['/api/nothing-here', '/%zz']) {
      expect((await get(url)).headers, url).toMatchObject({ 'x-content-type-options': 'nosniff' })
    }
  })

  it('says that browsers come by HTTPS only, for a year and with all subdomains, where there is HTTPS', () => {
    const headersOf = (PUBLIC_URL: string) => defaultHeaders({ PUBLIC_URL })
    const policy = headersOf('https://lockstep.example.com')['strict-transport-security']
    expect(policy).toBe('max-age=31536000; includeSubDomains')
    expect(headersOf('http://localhost:5000')).not.toHaveProperty('strict-transport-security')
  })

  it('is not cached', async () => {
    for (const url of ['/api/auth/user', '/api/nothing-here', '/readyz', '/']) {
      expect((await get(url)).headers['cache-control'], url).toBe('no-store')
    }
  })

  it('is compressed when it is long enough', async () => {
    expect((await get('/api/openapi.json', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await get('/healthz', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined()
  })

  it('is logged with its request id and without secrets', async () => {
    const admin = await server.as('admin')
    const reply = await admin.get('/api/auth/user')
    await vi.waitFor(() => expect(lines.join('')).toContain(String(reply.headers['x-request-id'])), 10_000)
    server.deps.log.info({ headers: { authorization: 'Bearer abc', cookie: 'x=abc' }, refreshToken: 'abc' }, 'a slip')
    expect(lines.join('')).toContain('a slip')
    expect(lines.join('')).not.toMatch(/Bearer abc|x=abc|"abc"/)
    expect(lines.join('')).not.toContain(admin.headers.cookie.split('=')[1])
  })
})

type ApiDocument = {
  openapi: string
  components: { securitySchemes: object }
  paths: Record<string, Record<string, { requestBody?: object; security?: object[]; responses?: object }>>
}

describe('the OpenAPI document', () => {
  it('lists every endpoint with its schemas and access to signed-in people of any role', async () => {
    const reader = await server.as('readonly')
    const document = (await reader.get('/api/openapi.json')).json<ApiDocument>()
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/api/admin/companies']?.['post']).toMatchObject({ security: [{ session: [] }] })
    expect(JSON.stringify(document.paths['/api/admin/companies']?.['post']?.requestBody)).toContain('"name"')
    expect(Object.keys(document.paths)).toContain('/readyz')
    expect(Object.keys(document.paths)).not.toContain('/api/login')
    const webhook = document.paths['/api/webhooks/{channelId}']?.['post']
    expect(webhook).toMatchObject({
      security: [{ signature: [] }],
      requestBody: { content: { 'application/json': { example: sampleOrderEvent } } },
    })
    expect(Object.keys(webhook?.responses ?? {})).toEqual(['200', '202', '401', '404', '413', '429', '503'])
  })

  it('lists only the calls of programs to visitors, and to a browser whose session has ended', async () => {
    const ended = { cookie: 'lockstep_session=made-up' }
    for (const headers of [{}, ended]) {
      const document = (await get('/api/openapi.json', headers)).json<ApiDocument>()
      const paths = Object.keys(document.paths)
      expect(paths).toContain('/api/v1/orders')
      expect(paths).toContain('/api/webhooks/{channelId}')
      expect(paths.filter((path) => !/^\/api\/(v1|feed|webhooks)\//.test(path))).toEqual([])
      expect(Object.keys(document.components.securitySchemes)).toEqual(['key', 'signature'])
      expect(JSON.stringify(document)).not.toMatch(/session cookie|admin/)
    }
  })

  it('is available as an HTML page, whole to signed-in people only', async () => {
    const admin = await server.as('admin')
    const [whole, part] = [await admin.get('/api/docs'), await get('/api/docs')]
    for (const { headers, body } of [whole, part]) {
      expect(headers['content-type']).toContain('text/html')
      expect(body).toContain('/api/v1/orders')
      expect(body).toContain('Access')
    }
    expect(whole.body).toContain('/api/admin/companies')
    expect(part.body).not.toContain('/api/admin')
    expect(part.body).toContain('<a href="/api/login">Sign in</a>')
  })

  it('allows the style of its page by hash, since the page has no nonce', async () => {
    const { headers, body } = await get('/api/docs')
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
  })

  it.each(['/api/openapi.json', '/api/docs'])('is made and compressed once: %s', async (url) => {
    const plain = await get(url)
    const make = vi.spyOn(server.app.http, 'swagger')
    const compressed = [
      await get(url, { 'accept-encoding': 'gzip, deflate, br' }),
      await get(url, { 'accept-encoding': 'gzip;q=1, br;q=0' }),
    ]
    expect(make).not.toHaveBeenCalled()
    make.mockRestore()
    expect(compressed.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip'])
    const [br, gzip] = compressed.map(({ rawPayload }) => rawPayload)
    expect((await get(url, { 'accept-encoding': '*' })).rawPayload).toEqual(br)
    expect((await get(url, { 'accept-encoding': 'zstd' })).rawPayload).toEqual(plain.rawPayload)
    expect(String(brotliDecompressSync(br ?? ''))).toBe(plain.body)
    expect(String(gunzipSync(gzip ?? ''))).toBe(plain.body)
    expect(plain.headers).not.toHaveProperty('content-encoding')
  })

  it.each(['/api/openapi.json', '/api/docs'])('is answered 304 to a browser that has it: %s', async (url) => {
    const admin = await server.as('admin')
    const [whole, part] = [await admin.get(url), await get(url)]
    const tag = String(part.headers['etag'])
    expect(part.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' })
    const again = await get(url, { 'if-none-match': tag, 'accept-encoding': 'br' })
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag])
    expect((await get(url, { 'if-none-match': '"another"' })).statusCode).toBe(200)
    expect((await get(url, { 'if-none-match': String(whole.headers['etag']) })).statusCode).toBe(200)
  })
})

describe('monitoring endpoints', () => {
  it('report liveness and readiness', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'alive' })
    expect((await get('/readyz')).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok', jobs: 'ok' },
    })
  })

  it('check readiness once for many callers, and again after a second', async () => {
    clock.advance(1)
    const isInstalled = vi.spyOn(server.deps.queue.boss, 'isInstalled')
    const replies = await Promise.all(Array.from({ length: 50 }, () => get('/readyz')))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await get('/readyz')
    expect(isInstalled).toHaveBeenCalledTimes(1)
    clock.advance(1)
    await get('/readyz')
    expect(isInstalled).toHaveBeenCalledTimes(2)
    isInstalled.mockRestore()
  })

  it('reply 503 when the database is unavailable', async () => {
    clock.advance(1)
    const away = vi.spyOn(server.deps.db.pool, 'query').mockRejectedValue(new Error('away'))
    const reply = await get('/readyz')
    away.mockRestore()
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toMatchObject({ checks: { database: 'does not answer' } })
  })

  it('reply 503 while the queue or a migration is missing', async () => {
    clock.advance(1)
    const noQueue = vi.spyOn(server.deps.queue.boss, 'isInstalled').mockResolvedValueOnce(false)
    expect((await get('/readyz')).json()).toMatchObject({ checks: { jobs: 'the queue is not open' } })
    noQueue.mockRestore()
    clock.advance(1)
    await withClient(server.database.url, (client) => client.query('delete from drizzle.__drizzle_migrations'))
    const reply = await get('/readyz')
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toMatchObject({
      checks: { migrations: expect.stringMatching(/^\d+ pending: run npm run migrate$/) },
    })
  })

  it('show metrics to this machine only', async () => {
    expect((await get('/metrics')).body).toContain('lockstep_http_request_duration_seconds')
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.5' })).statusCode).toBe(404)
    const outside = await server.app.http.inject({ url: '/metrics', remoteAddress: '203.0.113.5' })
    expect(outside.statusCode).toBe(404)
  })

  it('show metrics to nobody without a token behind a public address', async () => {
    const http = fastify()
    serveHealth(http, { ...server.deps, config: { ...server.deps.config, PUBLIC_URL: 'https://lockstep.example' } })
    // A proxy on this machine that adds no header.
    expect((await http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(404)
    await http.close()
  })

  it('show metrics to callers with the token, once one is set', async () => {
    const config = {
      ...server.deps.config,
      PUBLIC_URL: 'https://lockstep.example',
      METRICS_TOKEN: 'a token of sixteen',
    }
    const http = fastify()
    serveHealth(http, { ...server.deps, config })
    const ask = (authorization?: string) =>
      http.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
    expect((await ask()).statusCode).toBe(404)
    expect((await ask('Bearer a token of sixteem')).statusCode).toBe(404)
    expect((await ask('Bearer a token of sixteen')).statusCode).toBe(200)
    await http.close()
  })
})

describe('the event stream', () => {
  it('has no HEAD route, which would never end', async () => {
    const { headers } = await server.as('ops')
    expect((await server.app.http.inject({ method: 'HEAD', url: '/api/events', headers })).statusCode).toBe(404)
  })

  async function listen(url: string, headers: Record<string, string>) {
    const stop = new AbortController()
    const reply = await fetch(url, { headers, signal: stop.signal })
    let received = ''
    const reading = (async () => {
      for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) received += chunk
    })().catch(() => {})
    return { status: reply.status, received: () => received, stop: () => (stop.abort(), reading) }
  }

  it('sends a company’s browsers only its own changes, and provider staff those of the platform', async () => {
    const url = `${origin}/api/events`
    expect((await fetch(url)).status).toBe(401)
    const { db } = server.deps
    const [ours, theirs] = [await buildCompany(db), await buildCompany(db)]
    const provider = await buildCompany(db, { isProvider: true })
    const open = async (role: 'ops' | 'admin', companyId: string) =>
      listen(url, (await openSession(server.deps, (await buildUser(db, { role, companyId })).id)).headers)
    const [mine, other, customer, admin] = [
      await open('ops', ours.id),
      await open('ops', theirs.id),
      await open('admin', theirs.id),
      await open('admin', provider.id),
    ]
    await db.inCompany(ours.id, (tx) => publishByNotify(tx, ours.id, 'jobs'))
    await db.onPlatform((tx) => publishByNotify(tx, null, 'companies'))
    await db
      .inCompany(ours.id, async (tx) => {
        await publishByNotify(tx, ours.id, 'users')
        throw new Error('rolled back')
      })
      .catch(() => {})
    await vi.waitFor(() => {
      expect(mine.received()).toContain('"jobs"')
      expect(admin.received()).toContain('"companies"')
    }, 10_000)
    await db.inCompany(theirs.id, (tx) => publishByNotify(tx, theirs.id, 'jobs'))
    await vi.waitFor(() => expect(other.received()).toContain('"jobs"'), 10_000)
    expect(mine.received()).not.toMatch(/companies|users/)
    expect(other.received()).not.toContain('companies')
    expect(customer.received()).not.toContain('companies')
    expect(other.received().match(/jobs/g)).toHaveLength(1)
    await Promise.all([mine, other, customer, admin].map(({ stop }) => stop()))
  })
})

it('the preview of a mail accepts the longest template in its URL', async () => {
  const words = new URLSearchParams({ subject: '漢'.repeat(200), body: '漢'.repeat(longestTemplate) })
  const { headers } = await server.as('ops')
  const page = `${origin}/api/notification-templates/customer/order_placed/email/preview?${words}`
  const reply = await fetch(page, { headers })
  expect(reply.status).toBe(200)
  // Left unread, it would keep the server from closing.
  expect(await reply.text()).toContain('漢')
})
