import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import type { Topic } from '#contract/events.ts'
import type { Role } from '#contract/roles.ts'
import { buildApp } from '#server/app.ts'
import { insertSession } from '#server/features/auth/queries.ts'
import { createSessionCookie } from '#server/features/auth/session-cookie.ts'
import { createMetaShops } from '#server/integrations/meta/channel.ts'
import { createWebsites } from '#server/integrations/website/channel.ts'
import { createShops } from '#server/integrations/website/shops.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Deps } from '#server/platform/context.ts'
import { createVault } from '#server/platform/crypto/vault.ts'
import { createEventHub } from '#server/platform/events/event-hub.ts'
import type { App } from '#server/platform/http/app.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import { openQueue } from '#server/platform/jobs/queue.ts'
import type { WorkerTrigger } from '#server/platform/jobs/table-workers.ts'
import { createLog } from '#server/platform/log.ts'
import type { RestoreGate } from '#server/platform/restore-gate.ts'
import { type ChangeNotice, eventChannel } from '#server/platform/shared-state/publish-change.ts'
import { openSharedState } from '#server/platform/shared-state/shared-state.ts'
import type { Ports } from '#server/platform/ports.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { IdentityProvider } from '#server/ports/identity.ts'
import { buildUser } from './builders.ts'
import { createTestDatabase } from './database.ts'

export const publicUrl = 'http://localhost:5000'

export const testEnvironment = (databaseUrl: string) => ({
  PUBLIC_URL: publicUrl,
  DATABASE_URL: databaseUrl,
  SESSION_SECRET: 'a secret of at least thirty-two characters',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  OIDC_ISSUER_URL: 'http://localhost:1',
  OIDC_CLIENT_ID: 'lockstep',
  OIDC_CLIENT_SECRET: 'secret',
  // TEST_DATABASE_URL may name another machine.
  INSECURE_CONNECTIONS: 'postgres',
  LOG_LEVEL: 'silent',
})

const noProvider: IdentityProvider = {
  beginSignIn: () => Promise.reject(new Unavailable('There is no sign-in provider in this test')),
  completeSignIn: () => Promise.reject(new Unavailable('There is no sign-in provider in this test')),
  signOutUrl: async () => null,
  readLogoutToken: () => Promise.reject(new Unavailable('There is no sign-in provider in this test')),
}

/** Ports without outside services: webhooks of websites and Meta can be verified and parsed, nothing is sent. */
export const noPorts: Ports = {
  identity: noProvider,
  marketplace: null,
  listings: null,
  fulfillment: null,
  mail: null,
  sms: null,
  channels: {
    ...createWebsites({ version: 'test', allowsLoopback: true, clock: { now: () => new Date() } }),
    ...createShops({
      shopify: { shopifyUrl: undefined, version: 'test', fetch },
      woocommerce: { version: 'test', allowsLoopback: true, clock: { now: () => new Date() } },
    }),
    meta_shops: createMetaShops({ graphUrl: undefined, appSecret: undefined, version: 'test', fetch }),
  },
}

/** Triggers nothing: tests run table workers themselves. */
export const inactiveTrigger: WorkerTrigger = {
  trigger: () => {},
  triggerNow: async () => false,
  triggerDue: async () => [],
  close: async () => {},
}

/** The gate of a database that was never restored. */
export const alwaysOpenGate: RestoreGate = {
  restoredAt: null,
  closedBy: null,
  checkNow: async () => null,
  whenOpen: async () => {},
  close: () => {},
}

/** A clock that only moves when a test advances it. */
export function manualClock(start = new Date('2026-03-02T10:00:00Z')) {
  let now = start
  return {
    now: () => now,
    advance: (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000)),
  }
}

/** The dependencies of a process, on the test file's own database. */
export async function createTestDeps(overrides: Partial<Deps> = {}) {
  const database = await createTestDatabase()
  const config = readConfig(testEnvironment(database.url))
  const log = createLog(config, 'test')
  const queue = await openQueue(database.db.url, catalog, { isWorker: false, log })
  const parts = {
    config,
    db: database.db,
    clock: manualClock(),
    log,
    vault: createVault(config.ENCRYPTION_KEY),
    queue,
    workerTrigger: inactiveTrigger,
    gate: alwaysOpenGate,
    ports: noPorts,
    ...overrides,
  }
  const deps: Deps = { shared: await openSharedState(parts), ...parts }
  return {
    deps,
    database,
    async close() {
      await deps.shared.close()
      await queue.close()
      await database.drop()
    },
  }
}

export async function createTestApp(overrides: Partial<Deps> = {}) {
  const { deps, database, close } = await createTestDeps(overrides)
  const hub = createEventHub(deps)
  const app = await buildApp(deps, hub)
  await app.http.ready()
  return {
    app,
    deps,
    database,
    as: (role: Role, companyId?: string) => signInAs(deps, app.http, role, companyId),
    async close() {
      await app.http.close()
      await hub.close()
      await close()
    },
  }
}

export type Browser = Awaited<ReturnType<typeof signInAs>>

/**
 * A signed-in browser: it sends the session cookie and the headers of our own page. Without a company named, an admin belongs to a
 * provider's company and so is provider staff.
 */
async function signInAs(deps: Deps, http: App['http'], role: Role, companyId?: string) {
  const user = await buildUser(deps.db, { role, ...(companyId === undefined ? {} : { companyId }) })
  const { sid, headers } = await openSession(deps, user.id)
  const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') => (url: string, payload?: object) =>
    http.inject({ method, url, headers, ...(payload ? { payload } : {}) } as InjectOptions)
  return {
    user,
    sid,
    headers,
    /** Opens a new session, for tests that move the clock past the end of the first one. */
    signInAgain: async () => void Object.assign(headers, (await openSession(deps, user.id)).headers),
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  }
}

export async function openSession(deps: Pick<Deps, 'db' | 'config' | 'clock'>, userId: string) {
  const value = randomBytes(16).toString('hex')
  const sid = createSessionCookie(deps.config).read({ cookies: { lockstep_session: value } } as never) ?? ''
  const now = deps.clock.now()
  const expire = new Date(now.getTime() + 7 * 24 * 3600 * 1000)
  const session = { sid, userId, sess: { seenAt: now.toISOString() }, expire, startedAt: now, authenticatedAt: now }
  await deps.db.onPlatform((tx) => insertSession(tx, session))
  return { sid, headers: { cookie: `lockstep_session=${value}`, 'x-requested-with': 'XMLHttpRequest' } }
}

/** Reads all pages of a list by their Link headers. */
export async function readAllPages<Row extends z.ZodType>(browser: Browser, firstPath: string, row: Row) {
  const pages: { rows: z.output<Row>[]; total: number }[] = []
  for (let path: string | undefined = firstPath; path;) {
    const { body, statusCode, headers } = await browser.get(path)
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`)
    pages.push({ rows: z.array(row).parse(JSON.parse(body)), total: Number(headers['x-total-count']) })
    path = /<(.+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1]
  }
  return pages
}

/** The topics that the work publishes to the company's browsers, sorted. */
export async function recordTopics(
  { db }: Pick<Deps, 'db'>,
  companyId: string,
  work: () => Promise<unknown>,
): Promise<Topic[]> {
  const notices: ChangeNotice[] = []
  const client = await db.pool.connect()
  client.on('notification', ({ payload = '' }) => notices.push(JSON.parse(payload) as ChangeNotice))
  await client.query(`listen ${eventChannel}`)
  await work()
  // PostgreSQL delivers pending notifications before it answers.
  await client.query(`unlisten ${eventChannel}`)
  client.release(true)
  const ofCompany = notices.filter((notice) => notice.companyId === companyId)
  return ofCompany.map(({ topic }) => topic).toSorted()
}
