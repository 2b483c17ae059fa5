import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { noPorts } from '#server/testing/app.ts'
import type { CompanyContext, Deps } from '../context.ts'
import type { App, KeyHolder } from './app.ts'
import { bearerToken, getKeyHolderOrThrow, serveKeyEndpoint } from './api-key-auth.ts'
import { createHandleGate } from './handle-gate.ts'
import { recordRefusals } from './refusals.ts'
import { createHttpServer } from './server.ts'

const shop: KeyHolder = {
  companyId: 'company',
  channelId: 'shop',
  keyId: 'key of the shop',
  name: 'Shop',
  scopes: ['orders.read'],
}
const holders: Record<string, KeyHolder> = {
  good: shop,
  narrow: { ...shop, keyId: 'narrow key', scopes: ['inventory.read', 'orders.write'] },
}

const things = {
  method: 'GET',
  summary: 'Things',
  access: 'key:orders.read',
  scope: 'company',
  reply: z.array(z.string()),
} as const
const params = z.strictObject({ id: z.string() })
const call = endpoint({ ...things, path: '/api/v1/things/:id', params })
const paged = endpoint({ ...things, path: '/api/v1/pages', paged: true })

const verb = vi.fn<(ctx: CompanyContext, input: { id: string }, holder: KeyHolder) => Promise<string[]>>()
/** What was counted, and what is counted too often already. */
let counted: string[] = []
const refused: string[] = []
let isOver = false
const count = ({ name }: { name: string }, who: string) => {
  counted.push(`${name} ${who}`)
  return { isOver, endsInMs: 30_000 }
}

let app: App
beforeAll(async () => {
  const clock = { now: () => new Date('2026-03-02T10:00:00Z') }
  const deps = {
    ports: noPorts,
    config: { PUBLIC_URL: 'https://lockstep.example', TRUST_PROXY: true },
    log: pino({ level: 'silent' }),
    shared: {
      requestLimiter: {
        peek: () => ({ isOver, endsInMs: 30_000 }),
        count,
        countExactly: async (...asked: Parameters<typeof count>) => count(...asked),
      },
    },
  } as unknown as Deps
  const http = await createHttpServer(deps)
  const ignore = () => {}
  recordRefusals(http, {
    countSource: ignore,
    addEntry: ignore,
    addKey: (_call, { keyId }, why) => refused.push(`${keyId}: ${why}`),
    addClosedKey: ignore,
    flush: async () => {},
  })
  const lookUpHandle = createHandleGate({ http, clock, readFingerprints: async () => Buffer.alloc(0) })
  const authenticateKey: App['authenticateKey'] = (key, request, reply) =>
    lookUpHandle(request, reply, key, async () => holders[key] ?? null)
  app = { http, deps, authenticateKey } as unknown as App
  serveKeyEndpoint(app, call, verb)
  serveKeyEndpoint(app, paged, async () => ({ rows: ['a', 'b'], total: 7, next: 'after-b' }))
})
afterAll(() => app.http.close())
beforeEach(() => {
  counted = []
  isOver = false
  verb.mockReset().mockResolvedValue(['a thing'])
})

const ask = (authorization?: string, url = '/api/v1/things/7') =>
  app.http.inject({ url, remoteAddress: '203.0.113.7', headers: authorization ? { authorization } : {} })

describe('an endpoint by API key', () => {
  it('runs as the key’s actor in its company, and counts by key', async () => {
    const reply = await ask('Bearer good')
    expect([reply.statusCode, reply.json()]).toEqual([200, ['a thing']])
    const [ctx, input, holder] = verb.mock.calls[0] ?? []
    expect(ctx).toMatchObject({
      companyId: 'company',
      actor: { type: 'api_key', name: 'Shop', channelId: 'shop' },
      origin: { ipAddress: '203.0.113.7', requestId: reply.headers['x-request-id'] },
    })
    expect([input, holder]).toEqual([{ id: '7' }, shop])
    expect(counted).toEqual(['key key of the shop'])
  })

  it('pages by Link headers', async () => {
    const reply = await ask('Bearer good', '/api/v1/pages')
    expect(reply.json()).toEqual(['a', 'b'])
    expect(reply.headers).toMatchObject({
      'x-total-count': '7',
      link: '</api/v1/pages?cursor=after-b>; rel="next"',
    })
  })

  it.each([undefined, 'Bearer nobodys', 'Bearer ', 'Basic good'])(
    'is refused with %j, and counted by its address',
    async (authorization) => {
      const reply = await ask(authorization)
      expect(reply.statusCode).toBe(401)
      expect(reply.json()).toMatchObject({ detail: 'Send a valid key: Authorization: Bearer <key>' })
      expect(counted).toEqual(['refusal 203.0.113.7'])
      expect(verb).not.toHaveBeenCalled()
    },
  )

  it('refuses a key in the address, says how to send it, and counts the call by its address', async () => {
    const reply = await ask(undefined, '/api/v1/things/7?key=good')
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({
      detail:
        'A key in the URL is not accepted here, since URLs are stored and logged. Send it as a header: Authorization: Bearer <key>',
    })
    expect(counted).toEqual(['refusal 203.0.113.7'])
    expect(verb).not.toHaveBeenCalled()
  })

  it('refuses a key without the scope, and counts the call', async () => {
    const reply = await ask('Bearer narrow')
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ detail: 'This key doesn’t have the permission orders.read.' })
    expect(counted).toEqual(['key narrow key'])
    expect(refused).toEqual(['narrow key: This key doesn’t have the permission orders.read.'])
    expect(verb).not.toHaveBeenCalled()
  })

  it.each(['Bearer good', 'Bearer narrow', 'Bearer nobodys'])('throttles too many calls: %s', async (key) => {
    isOver = true
    const reply = await ask(key)
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '30'])
    expect(verb).not.toHaveBeenCalled()
  })

  it('cannot be declared with a role', () => {
    const ofPerson = endpoint({ ...things, access: 'readonly', path: '/api/v1/things/:id', params })
    expect(() => serveKeyEndpoint(app, ofPerson, verb)).toThrow('A call of a signed-in person is declared by serve')
  })
})

it('a request that was not authorized has no key holder', () => {
  expect(() => getKeyHolderOrThrow({ keyHolder: null } as FastifyRequest)).toThrow('Send a valid key')
  expect(getKeyHolderOrThrow({ keyHolder: shop } as FastifyRequest)).toBe(shop)
})

describe('the Authorization header', () => {
  const keyIn = (authorization?: string) => bearerToken({ headers: { authorization } } as FastifyRequest)

  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['Bearer   abc', 'abc'],
    [`Bearer ${'x'.repeat(300)}`, 'x'.repeat(300)],
  ])('is parsed: %s', (header, key) => {
    expect(keyIn(header)).toBe(key)
  })

  it.each([
    undefined,
    '',
    'abc',
    'Bearer',
    'Bearer ',
    'Bearerabc',
    'Bearer abc def',
    'Bearer abc ',
    'Basic Bearer abc',
    `Bearer ${'x'.repeat(301)}`,
  ])('has no key: %j', (header) => {
    expect(keyIn(header)).toBeNull()
  })
})
