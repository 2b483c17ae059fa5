import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { woocommerceCallbackPath } from '#contract/channel-connect.ts'
import { feedFormats } from '#contract/channel-values.ts'
import { auditApi } from '#contract/audit.ts'
import { type Endpoint, searchCall } from '#contract/endpoint.ts'
import { FileReply, PageReply } from '#contract/fields.ts'
import { ImageReply } from '#contract/images.ts'
import { amazonCallbackPath } from '#contract/marketplace.ts'
import { confirmSenderPath, smsAnswersPath, unsubscribePath } from '#contract/notification-values.ts'
import { backChannelLogoutPath } from '#contract/paths.ts'
import { publicApi } from '#contract/public-api.ts'
import { allows, roles } from '#contract/roles.ts'
import { cspReportPath } from '#server/platform/http/headers.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import { lanes } from '#server/platform/db/job-tables.ts'
import { createTestApp, manualClock, noPorts, publicUrl, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import {
  buildSamples,
  everyEndpoint,
  type Sample,
  type Samples,
} from '#server/testing/endpoint-samples/every-endpoint.ts'
import { sampleShop } from '#server/testing/endpoint-samples/catalogue-samples.ts'
import { FakeFulfillment } from '#server/testing/fake-fulfillment.ts'
import { FakeMarketplace } from '#server/testing/fake-marketplace.ts'
import { FakeShop } from '#server/testing/fake-connected-shop.ts'
import { FakeMail, FakeSms } from '#server/testing/notification-fixture.ts'
import { multipartOf } from '#server/testing/workbooks.ts'
import { handlers } from './worker.ts'

const nobody = '0199a1b2-0000-7000-8000-000000000000'

let server: Awaited<ReturnType<typeof createTestApp>>
/** Of one customer's company, and a member of the provider's staff who works in it. */
let browsers: Record<(typeof roles)[number] | 'staff', Browser>
let samples: Samples

beforeAll(async () => {
  const clock = manualClock()
  const ports = {
    ...noPorts,
    marketplace: new FakeMarketplace(clock),
    fulfillment: new FakeFulfillment(clock),
    mail: new FakeMail(),
    sms: new FakeSms(),
    channels: sampleChannels,
  }
  server = await createTestApp({ clock, ports })
  const company = await buildCompany(server.deps.db)
  const [readonly, ops, admin] = [
    await server.as('readonly', company.id),
    await server.as('ops', company.id),
    await server.as('admin', company.id),
  ]
  const staff = await server.as('admin')
  await staff.post('/api/auth/company', { companyId: company.id })
  browsers = { readonly, ops, admin, staff }
  const other = await buildCompany(server.deps.db)
  samples = await buildSamples(server.deps, {
    companyId: company.id,
    otherCompanyId: other.id,
    viewerId: ops.user.id,
    readerId: readonly.user.id,
  })
})
afterAll(() => server.close())

const endpoints = everyEndpoint.map(({ endpoint, sampleIn }) => ({
  name: `${endpoint.method} ${endpoint.path}`,
  endpoint,
  sample: () => sampleIn(samples),
}))

const pathOf = (endpoint: Endpoint, params: Record<string, string> = {}) =>
  endpoint.path.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? nobody)

/** The shops of the sample calls. */
const sampleChannels = {
  ...new FakeShop('woocommerce', sampleShop.siteUrl, sampleShop.consumerSecret).ports.channels,
  shopify_admin: new FakeShop('shopify', 'harbor.myshopify.com', 'shpss_of-the-sample-store').ports.channels
    .shopify_admin,
}

let calls = 0
/** Somebody whom the endpoint admits, with the least rights. */
const callerOf = ({ access }: Endpoint): Browser =>
  access === 'staff' ? browsers.staff : browsers[roles.find((one) => allows(access, one)) ?? 'admin']

/** Somebody whom the endpoint admits, with the most rights. */
const strongestOf = ({ access }: Endpoint): Browser => (access === 'staff' ? browsers.staff : browsers.admin)

/** One address makes no more calls than the rate limit lets through. */
const nextAddress = () => `10.0.0.${Math.floor(calls++ / 1_000) + 1}`

/** A field of the URL or body that no endpoint knows. */
type Surprise = { query?: Record<string, string>; body?: object }

function send(endpoint: Endpoint, sample: Sample, headers: Record<string, string>, surprise: Surprise = {}) {
  const query = new URLSearchParams({ ...sample.query, ...surprise.query }).toString()
  const file = sample.file ? multipartOf(sample.file) : null
  return server.app.http.inject({
    method: endpoint.method,
    url: pathOf(endpoint, sample.params) + (query ? `?${query}` : ''),
    remoteAddress: nextAddress(),
    headers: { ...headers, ...file?.headers },
    ...(sample.body || surprise.body ? { payload: { ...sample.body, ...surprise.body } } : {}),
    ...(file ? { payload: file.payload } : {}),
  })
}

const changing = endpoints.filter(({ endpoint }) => endpoint.method !== 'GET')
const guarded = endpoints.filter(({ endpoint }) => endpoint.access !== 'public')

describe('every endpoint', () => {
  it.each(guarded)('$name refuses a visitor', async ({ endpoint, sample }) => {
    const reply = await send(endpoint, sample(), { 'x-requested-with': 'XMLHttpRequest' })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['content-type']).toContain('application/problem+json')
  })

  it.each(guarded)('$name refuses insufficient roles', async ({ endpoint, sample }) => {
    for (const role of roles.filter((one) => !allows(endpoint.access, one))) {
      const status = role === 'admin' ? 404 : 403
      expect((await send(endpoint, sample(), browsers[role].headers)).statusCode, role).toBe(status)
    }
  })

  it('is for provider staff when it is not bound to one company, or about the caller’s own account', () => {
    const others = guarded.filter(({ endpoint: { scope, access } }) => scope !== 'company' && access !== 'staff')
    expect(others.map(({ name }) => name).filter((name) => !/ \/api\/auth\//.test(name))).toEqual([])
  })

  it.each(changing)('$name refuses a call without the XMLHttpRequest header', async ({ endpoint, sample }) => {
    const { cookie } = strongestOf(endpoint).headers
    expect((await send(endpoint, sample(), { cookie })).statusCode).toBe(403)
  })

  it.each(guarded)('$name refuses a foreign Origin', async ({ endpoint, sample }) => {
    for (const origin of ['https://evil.example', 'null', `${publicUrl}.evil.example`]) {
      expect((await send(endpoint, sample(), { ...strongestOf(endpoint).headers, origin })).statusCode, origin).toBe(
        403,
      )
    }
  })

  it.each(endpoints)('$name refuses unknown fields', async ({ endpoint, sample }) => {
    const { headers } = strongestOf(endpoint)
    if (endpoint.method !== 'GET' && !endpoint.takesFile) {
      expect((await send(endpoint, sample(), headers, { body: { surprise: 1 } })).statusCode).toBe(422)
    }
    expect((await send(endpoint, sample(), headers, { query: { surprise: '1' } })).statusCode).toBe(422)
  })

  it.each(endpoints.filter(({ endpoint }) => endpoint.params))(
    '$name finds nothing under an unknown, an impossible or another company’s id, also for an admin',
    async ({ endpoint, sample }) => {
      const { foreign, params = {} } = sample()
      const none = Object.fromEntries(Object.keys(params).map((name) => [name, nobody]))
      const impossible = Object.fromEntries(Object.keys(params).map((name) => [name, "1' or 1=1"]))
      if (endpoint.scope === 'company') expect(foreign, 'a sample of another company’s id').toBeDefined()
      for (const ids of [none, impossible, ...(foreign ? [foreign] : [])]) {
        const reply = await send(endpoint, { ...sample(), params: ids }, strongestOf(endpoint).headers)
        expect(reply.statusCode, JSON.stringify(ids)).toBe(404)
      }
    },
  )

  it.each(endpoints)('$name works for its role and replies as its contract says', async (one) => {
    const { endpoint, sample } = one
    const reply = await send(endpoint, sample(), { ...callerOf(endpoint).headers, origin: publicUrl })
    expect(reply.statusCode, reply.body).toBe(endpoint.status)
    if (endpoint.reply === FileReply) expect(reply.headers['content-disposition']).toMatch(/^attachment; /)
    else if (endpoint.reply === ImageReply) expect(reply.headers['content-type']).toBe('image/png')
    else if (endpoint.reply === PageReply) expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    else expect(reply.json()).toEqual(endpoint.reply.parse(reply.json()))
  })

  it.each(endpoints.filter(({ endpoint }) => endpoint.searchPath))(
    '$name answers by POST, with its query in the body, as it does by GET',
    async ({ endpoint, sample }) => {
      const search = searchCall(endpoint)
      if (!search) throw new Error('It has a search path and no call by POST')
      const { query = {}, ...rest } = sample()
      const { headers } = callerOf(endpoint)
      const [byGet, byPost] = [
        await send(endpoint, sample(), headers),
        await send(search, { ...rest, body: query }, headers),
      ]
      expect(byPost.statusCode).toBe(200)
      expect(byPost.headers['x-total-count']).toBe(byGet.headers['x-total-count'])
      expect(byPost.headers['content-type']).toBe(byGet.headers['content-type'])
      // An export of the audit log has one entry more each time: the export before it.
      if (endpoint.path !== auditApi.export.path) expect(byPost.body).toBe(byGet.body)
    },
  )

  it.each(endpoints)('$name declares each field once: in path, query or body', ({ endpoint }) => {
    const names = [endpoint.params, endpoint.query, endpoint.body].flatMap((part) => Object.keys(part?.shape ?? {}))
    expect(names).toEqual([...new Set(names)])
  })
})

/**
 * Routes that are not calls of the contract: pages of the sign-in and of Amazon's consent, what channels send and fetch,
 * documents, the event stream, machines' questions.
 */
const others = [
  '/api/login',
  '/api/callback',
  '/api/logout',
  backChannelLogoutPath,
  amazonCallbackPath,
  woocommerceCallbackPath,
  '/api/webhooks/:channelId',
  smsAnswersPath,
  unsubscribePath,
  confirmSenderPath,
  ...feedFormats.map((format) => `/api/feed/:slug.${format}`),
  '/api/events',
  '/api/openapi.json',
  '/api/docs',
  cspReportPath,
  '/healthz',
  '/readyz',
  '/metrics',
]

/** Fastify shows its routes as a tree; a branch stands four characters deeper than its stem, whose text goes before its own. */
function servedPaths(tree: string): string[] {
  const stems: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^((?:[│ ] {3}|[├└]── )*)(\S+)( \(\S)?/.exec(line)
    if (!found) return []
    const depth = (found[1]?.length ?? 0) / 4
    const path = (stems[depth - 1] ?? '') + (found[2] ?? '')
    stems[depth] = path
    return found[3] ? [path] : []
  })
}

it('the server has every endpoint of the contract and no other routes than those listed here', () => {
  const served = servedPaths(server.app.http.printRoutes({ commonPrefix: false })).filter(
    // Files of the web build, where there is one.
    (path) => !/^\/(de\/)?(assets\/|favicon\.svg$|print-button\.js$)/.test(path),
  )
  const declared = [...endpoints.map(({ endpoint }) => endpoint), ...Object.values(publicApi)].map(({ path }) => path)
  expect([...new Set(served)].toSorted()).toEqual([...new Set<string>([...declared, ...others])].toSorted())
})

describe('every job', () => {
  it.each(Object.entries(catalog))('%s has one handler and a lane', (name, definition) => {
    expect(Object.keys(handlers).filter((known) => known === name)).toHaveLength(1)
    expect(lanes).toContain(definition.lane)
    expect(definition.payload.safeParse({ surprise: 1 }).success).toBe(false)
  })
})
