import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amazonCallbackPath } from '#contract/marketplace.ts'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import {
  control,
  giveConsent,
  marketplaceId,
  sellerId,
  putItems,
} from '#server/integrations/amazon/fixtures/seller-account.ts'
import { application, testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { createAmazonMarketplace } from '#server/integrations/amazon/marketplace.ts'
import { companyContext, noOrigin, type CompanyContext } from '#server/platform/context.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestApp, noPorts, type Browser } from '#server/testing/app.ts'
import { readWholeDatabase } from '#server/testing/database-contents.ts'
import { handlers } from '#server/worker.ts'
import { getConnectedAccountOrThrow } from './amazon-access.ts'

let amazon: RunningAmazon
let server: Awaited<ReturnType<typeof createTestApp>>
let ops: Browser
let ctx: CompanyContext

const secrets = new Set([application.secret])
/** Everything that the server sent, logged or stored, by place. */
const places = new Map<string, string>()
const note = (place: string, text: string) => places.set(place, `${places.get(place) ?? ''}\n${text}`)

const noteTokens = () => {
  const { codes, refreshTokens, accessTokens } = amazon.state.tokens
  for (const issued of [codes, refreshTokens, accessTokens])
    for (const secret of Object.keys(issued)) secrets.add(secret)
}

const noteDatabase = async (when: string) => {
  for (const [table, text] of await readWholeDatabase(server.database.adminUrl)) note(`${table}, ${when}`, text)
}

type Reply = Awaited<ReturnType<Browser['get']>>
const noteReply = (name: string, reply: Reply) => {
  note(`the answer to ${name}`, `${reply.statusCode} ${JSON.stringify(reply.headers)} ${reply.body}`)
  return reply
}

/** The only response that must contain a secret: the redirect URL with its state. */
async function begin(): Promise<string> {
  const body = { companyId: ops.user.companyId, integrationName: 'Store', region: 'us' }
  const reply = await ops.post('/api/amazon/auth/initiate', body)
  const { authorizationUrl } = reply.json<{ authorizationUrl: string }>()
  const state = new URL(authorizationUrl).searchParams.get('state') ?? ''
  secrets.add(state)
  note('the answer to initiate, without the state', reply.body.replaceAll(state, ''))
  return state
}

async function comeBack(answer: Record<string, string>): Promise<string> {
  const url = `${amazonCallbackPath}?${new URLSearchParams(answer).toString()}`
  const reply = noteReply('the callback', await server.app.http.inject({ url, headers: ops.headers }))
  return String(reply.headers.location)
}

async function consent(state: string): Promise<string> {
  const code = await giveConsent(amazon.url)
  noteTokens()
  return comeBack({ state, selling_partner_id: sellerId, spapi_oauth_code: code })
}

async function failToConnect(): Promise<void> {
  amazon.faults.add({ kind: 'lost-lwa', next: 100 })
  await consent(await begin())
  amazon.faults.clear()
  amazon.faults.add({ kind: 'wrong-shape', next: 100 })
  await consent(await begin())
  amazon.faults.clear()
  await comeBack({ state: await begin(), error: 'access_denied' })
  await comeBack({ state: await begin(), selling_partner_id: sellerId, spapi_oauth_code: 'ANguessed' })
  secrets.add('ANguessed')
  await consent('a-state-that-nobody-made')
}

async function sync(): Promise<void> {
  const [run] = noteReply('sync', await ops.post('/api/sync/inventory')).json<{ id: string }[]>()
  await handlers['inventory.sync'](ctx, { runId: run?.id })
  noteTokens()
}

async function readEverything(as: Browser, when: string): Promise<void> {
  const paths = ['status', 'setup-info', `auth/status/${ops.user.companyId}`, 'sync-runs', 'drift']
  for (const path of [...paths.map((one) => `/api/amazon/${one}`), '/api/settings/amazon-integration', '/api/jobs']) {
    noteReply(`${path}, ${when}`, await as.get(path))
  }
}

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'off', speed: 0 })
  const log = createLog({ LOG_LEVEL: 'trace' }, 'test', { write: (line) => note('the log', line) })
  const marketplace = createAmazonMarketplace(testSettings(amazon, { log }).settings)
  const clock = { now: () => new Date(amazon.clock.time()) }
  server = await createTestApp({ clock, log, ports: { ...noPorts, marketplace } })
  ops = await server.as('ops')
  const reader = await server.as('readonly', ops.user.companyId)
  ctx = companyContext(
    { ...server.deps, log },
    { actor: { type: 'job', name: 'inventory.sync' }, origin: noOrigin },
    ops.user.companyId ?? '',
  )
  await putItems(amazon.url, [{ sku: 'CUP-1', title: 'Cup', fulfillable: 3 }])

  await failToConnect()
  note('the end of connecting', await consent(await begin()))
  await sync()
  noteReply('a test that succeeds', await ops.post('/api/amazon/test'))
  await noteDatabase('connected')
  await readEverything(reader, 'connected')

  await control(amazon.url, 'POST', 'revoke', { sellerId })
  amazon.clock.advance(60_000)
  noteReply('a test that fails', await ops.post('/api/amazon/test'))
  noteReply('sync while refused', await ops.post('/api/sync/inventory'))
  await noteDatabase('refused')
  await readEverything(ops, 'refused')

  const accounts = await ops.get(`/api/amazon/auth/status/${ops.user.companyId}`)
  const [account] = accounts.json<{ id: string }[]>()
  note(
    'an error',
    inspect(await getConnectedAccountOrThrow(ctx, account?.id ?? '').catch((error: unknown) => error), { depth: 9 }),
  )
  noteReply('disconnect', await ops.delete(`/api/amazon/auth/${account?.id}`))
  await noteDatabase('disconnected')
  noteTokens()
}, 60_000)
afterAll(async () => {
  await server.close()
  await amazon.stop()
})

const spellings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
]

const placesWith = (text: string) => [...places].filter(([, said]) => said.includes(text)).map(([place]) => place)

describe('secrets of a connection', () => {
  it('the test covers application secrets, codes, states, refresh and access tokens', () => {
    expect(secrets.size).toBeGreaterThan(12)
    expect([...secrets].every((secret) => secret.length > 8)).toBe(true)
  })

  it('the test searches everything that was sent, logged and stored', () => {
    expect(placesWith('?status=success')).toContain('the end of connecting')
    expect(placesWith(sellerId)).toEqual(
      expect.arrayContaining([
        'public.amazon_integrations, connected',
        'public.audit_log, disconnected',
        `the answer to /api/amazon/status, connected`,
      ]),
    )
    expect(placesWith('CUP-1')).toContain('public.skus, connected')
    expect(placesWith(marketplaceId)).toContain('public.amazon_integrations, refused')
    expect(placesWith('getMarketplaceParticipations')).toContain('the log')
    expect(placesWith('could not be connected')).toContain('the log')
    expect(placesWith('has ended Lockstep’s access')).toEqual(
      expect.arrayContaining(['an error', 'the answer to a test that fails', 'public.amazon_integrations, refused']),
    )
    expect(places.get('public.amazon_integrations, connected')).toMatch(/"refresh_token": "v1\./)
    expect(places.get('public.amazon_integrations, disconnected')).toMatch(/"refresh_token": null/)
  })

  it('appear in plain text in no table, log line, response or error', () => {
    const found = [...secrets].flatMap((secret) => spellings(secret).flatMap(placesWith))
    expect([...new Set(found)]).toEqual([])
  })
})
