import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { jobsApi } from '#contract/jobs.ts'
import { allows, roles } from '#contract/roles.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import { lanes } from '#server/platform/jobs/definition.ts'
import { createTestApp, publicUrl, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildFailedJob } from '#server/testing/jobs.ts'
import { handlers } from '#server/worker.ts'

const apis = { auth: authApi, admin: adminApi, jobs: jobsApi }

/** Something that passes validation, and where ids are taken, ids of another company. */
type Sample = { params?: Record<string, string>; body?: object; foreign?: Record<string, string> }
type Samples = { [A in keyof typeof apis]: { [E in keyof (typeof apis)[A]]: Sample } }

const nobody = '0199a1b2-0000-7000-8000-000000000000'

let server: Awaited<ReturnType<typeof createTestApp>>
let browsers: Record<(typeof roles)[number], Browser>
let samples: Samples

beforeAll(async () => {
  server = await createTestApp()
  const company = await buildCompany(server.deps.db)
  const [readonly, ops, admin] = [
    await server.as('readonly', company.id),
    await server.as('ops', company.id),
    await server.as('admin', company.id),
  ]
  browsers = { readonly, ops, admin }
  const other = await buildCompany(server.deps.db)
  const own = await buildFailedJob(server.deps, company.id)
  const foreign = await buildFailedJob(server.deps, other.id)
  const person = { email: 'new@example.com', firstName: 'New', lastName: 'Person', role: 'ops', companyId: company.id }
  samples = {
    auth: { currentUser: {}, switchCompany: { body: { companyId: company.id } } },
    admin: {
      companies: {},
      createCompany: { body: { name: 'New', email: 'new@example.com' } },
      updateCompany: { params: { companyId: other.id }, body: { isActive: true } },
      users: {},
      createUser: { body: person },
    },
    jobs: { status: {}, list: {}, retry: { params: { jobId: own }, foreign: { jobId: foreign } } },
  }
})
afterAll(() => server.close())

const endpoints: { name: string; endpoint: Endpoint; sample: () => Sample }[] = Object.entries(apis).flatMap(
  ([api, group]) =>
    Object.entries(group).map(([name, endpoint]) => ({
      name: `${endpoint.method} ${endpoint.path}`,
      endpoint,
      sample: () => (samples as Record<string, Record<string, Sample>>)[api]?.[name] ?? {},
    })),
)

const pathOf = (endpoint: Endpoint, params: Record<string, string> = {}) =>
  endpoint.path.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? nobody)

const send = (endpoint: Endpoint, sample: Sample, headers: Record<string, string>, extra: object = {}) =>
  server.app.http.inject({
    method: endpoint.method,
    url: pathOf(endpoint, sample.params),
    headers,
    ...(sample.body || Object.keys(extra).length > 0 ? { payload: { ...sample.body, ...extra } } : {}),
  })

const changing = endpoints.filter(({ endpoint }) => endpoint.method !== 'GET')
const guarded = endpoints.filter(({ endpoint }) => endpoint.access !== 'public')

describe('every endpoint', () => {
  it.each(guarded)('$name refuses a visitor', async ({ endpoint, sample }) => {
    const reply = await send(endpoint, sample(), { 'x-requested-with': 'XMLHttpRequest' })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['content-type']).toContain('application/problem+json')
  })

  it.each(guarded)('$name refuses roles that are too small', async ({ endpoint, sample }) => {
    for (const role of roles.filter((one) => !allows(endpoint.access, one))) {
      expect((await send(endpoint, sample(), browsers[role].headers)).statusCode, role).toBe(403)
    }
  })

  it.each(changing)('$name refuses a call without the XMLHttpRequest header', async ({ endpoint, sample }) => {
    const { cookie } = browsers.admin.headers
    expect((await send(endpoint, sample(), { cookie })).statusCode).toBe(403)
  })

  it.each(guarded)('$name refuses a foreign Origin', async ({ endpoint, sample }) => {
    for (const origin of ['https://evil.example', 'null', `${publicUrl}.evil.example`]) {
      expect((await send(endpoint, sample(), { ...browsers.admin.headers, origin })).statusCode, origin).toBe(403)
    }
  })

  it.each(endpoints)('$name refuses unknown fields', async ({ endpoint, sample }) => {
    const { headers } = browsers.admin
    if (endpoint.method !== 'GET') {
      expect((await send(endpoint, sample(), headers, { surprise: 1 })).statusCode).toBe(422)
    }
    const url = `${pathOf(endpoint, sample().params)}?surprise=1`
    const reply = await server.app.http.inject({
      method: endpoint.method,
      url,
      headers,
      ...(sample().body ? { payload: sample().body ?? {} } : {}),
    })
    expect(reply.statusCode).toBe(422)
  })

  it.each(endpoints.filter(({ endpoint }) => endpoint.params))(
    '$name finds nothing under an unknown, an impossible or another company’s id',
    async ({ endpoint, sample }) => {
      const { foreign, params = {} } = sample()
      const none = Object.fromEntries(Object.keys(params).map((name) => [name, nobody]))
      const impossible = Object.fromEntries(Object.keys(params).map((name) => [name, "1' or 1=1"]))
      if (endpoint.scope === 'company') expect(foreign, 'a sample of another company’s id').toBeDefined()
      for (const ids of [none, impossible, ...(foreign ? [foreign] : [])]) {
        const reply = await send(endpoint, { ...sample(), params: ids }, browsers.admin.headers)
        expect(reply.statusCode, JSON.stringify(ids)).toBe(404)
      }
    },
  )

  it.each(endpoints)('$name works for the role it is for and answers what the contract says', async (one) => {
    const { endpoint, sample } = one
    const role = endpoint.access === 'public' ? 'readonly' : endpoint.access
    const reply = await send(endpoint, sample(), { ...browsers[role].headers, origin: publicUrl })
    expect(reply.statusCode, reply.body).toBe(endpoint.status)
    expect(reply.json()).toEqual(endpoint.reply.parse(reply.json()))
  })

  it.each(endpoints)('$name gives each field one place: path, query or body', ({ endpoint }) => {
    const names = [endpoint.params, endpoint.query, endpoint.body].flatMap((part) => Object.keys(part?.shape ?? {}))
    expect(names).toEqual([...new Set(names)])
  })
})

/** Routes that are not calls of the contract: pages of the sign-in, documents, the event stream, machines' questions. */
const others = [
  '/api/login',
  '/api/callback',
  '/api/logout',
  '/api/events',
  '/api/openapi.json',
  '/api/docs',
  '/healthz',
  '/readyz',
  '/metrics',
]

/** Fastify shows its routes as a tree; a branch is four characters deeper than its stem. */
function servedPaths(tree: string): string[] {
  const stems: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^([^/]*)(\/\S*)( \(\S)?/.exec(line)
    if (!found) return []
    const depth = (found[1]?.length ?? 0) / 4
    const path = (stems[depth - 1] ?? '') + (found[2] ?? '')
    stems[depth] = path
    return found[3] ? [path] : []
  })
}

it('serves every endpoint of the contract and no other route than those named here', () => {
  const served = servedPaths(server.app.http.printRoutes({ commonPrefix: false })).filter(
    (path) => !/^\/(assets\/|favicon)/.test(path),
  )
  const declared = endpoints.map(({ endpoint }): string => endpoint.path)
  expect([...new Set(served)].toSorted()).toEqual([...new Set([...declared, ...others])].toSorted())
})

describe('every job', () => {
  it.each(Object.entries(catalog))('%s has one handler and stands in a lane', (name, definition) => {
    expect(Object.keys(handlers).filter((known) => known === name)).toHaveLength(1)
    expect(lanes).toContain(definition.lane)
    expect(definition.payload.safeParse({ surprise: 1 }).success).toBe(false)
  })
})
