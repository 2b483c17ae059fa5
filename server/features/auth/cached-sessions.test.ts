import type { EventEmitter } from 'node:events'
import { eq, sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { companies, sessions, users } from '#server/platform/db/schema/companies.ts'
import { createTestApp, manualClock, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())
beforeEach(() => vi.restoreAllMocks())

const change = (work: (tx: Tx) => Promise<unknown>) => server.deps.db.onPlatform(work)

/** Signs in and calls once, so that the session is cached. */
async function known(role: Role = 'ops') {
  const browser = await server.as(role)
  const companyId = browser.user.companyId ?? ''
  const sku = await buildSku(server.deps.db, companyId)
  expect((await browser.get('/api/auth/user')).statusCode).toBe(200)
  return { ...browser, companyId, path: `/api/inventory/${sku.id}` }
}

/** The round trips to PostgreSQL that the work takes; each ends with ReadyForQuery. */
async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const watched = new Map<EventEmitter, () => void>()
  const watch = (client: PoolClient) => {
    const { connection } = client as unknown as { connection: EventEmitter }
    if (watched.has(connection)) return
    const increment = () => void (count += 1)
    watched.set(connection, increment)
    connection.on('readyForQuery', increment)
  }
  server.deps.db.pool.on('acquire', watch)
  await work()
  server.deps.db.pool.off('acquire', watch)
  for (const [connection, increment] of watched) connection.off('readyForQuery', increment)
  return count
}

type Known = Awaited<ReturnType<typeof known>>

const changes: Record<string, { by: (browser: Known) => Promise<unknown>; status: number }> = {
  'the session ends elsewhere': {
    by: ({ sid }) => change((tx) => tx.delete(sessions).where(eq(sessions.sid, sid))),
    status: 401,
  },
  'the company is switched off': {
    by: ({ companyId }) =>
      change((tx) => tx.update(companies).set({ isActive: false }).where(eq(companies.id, companyId))),
    status: 401,
  },
  'the account is deleted': {
    by: ({ user }) => change((tx) => tx.delete(users).where(eq(users.id, user.id))),
    status: 401,
  },
  'the person moves to another company': {
    by: async ({ user }) => {
      const other = await buildCompany(server.deps.db)
      await change((tx) => tx.update(users).set({ companyId: other.id }).where(eq(users.id, user.id)))
    },
    status: 404,
  },
}

describe('a session in this process’s cache', () => {
  it('is not looked up again', async () => {
    const { get, path } = await known()
    const reads = vi.spyOn(server.deps.db, 'readPlatform')
    expect((await get(path)).statusCode).toBe(200)
    expect(reads).not.toHaveBeenCalled()
  })

  it('makes a signed-in GET one round trip, though the database owner is no superuser', async () => {
    const { rows } = await server.deps.db.pool.query(`
      select rolsuper, rolbypassrls from pg_database join pg_roles on pg_roles.oid = datdba where datname = current_database()`)
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])
    for (const role of ['ops', 'admin'] as const) {
      const { get, path } = await known(role)
      expect((await get(path)).statusCode).toBe(200)
      expect(await countRoundTrips(() => get(path))).toBe(1)
    }
  })

  for (const [what, { by, status }] of Object.entries(changes)) {
    it(`is rejected at the next call when ${what}, whatever is called`, async () => {
      const [reading, unread, invalid, unknown] = [await known(), await known(), await known(), await known()]
      for (const browser of [reading, unread, invalid, unknown]) await by(browser)
      expect((await reading.get(reading.path)).statusCode).toBe(status)
      expect((await unread.get('/api/auth/user')).statusCode).toBe(status === 404 ? 200 : status)
      expect((await invalid.get('/api/inventory?limit=nonsense')).statusCode).toBe(status === 404 ? 422 : status)
      expect((await unknown.get('/api/inventory/0199a1b2-0000-7000-8000-000000000000')).statusCode).toBe(status)
    })

    it(`reads nothing when ${what} between authorization and the query`, async () => {
      const browser = await known()
      const { readCompany } = server.deps.db
      vi.spyOn(server.deps.db, 'readCompany').mockImplementationOnce(async (companyId, work, premise) => {
        await by(browser)
        return readCompany(companyId, work, premise)
      })
      expect((await browser.get(browser.path)).statusCode).toBe(status)
    })
  }

  it('has a new role at once, higher or lower', async () => {
    const setRole = (browser: Browser, role: Role) =>
      change((tx) => tx.update(users).set({ role }).where(eq(users.id, browser.user.id)))
    const admin = await known('admin')
    expect((await admin.get('/api/admin/companies')).statusCode).toBe(200)
    await setRole(admin, 'readonly')
    expect((await admin.get('/api/admin/companies')).statusCode).toBe(403)
    await setRole(admin, 'admin')
    expect((await admin.get('/api/admin/companies')).statusCode).toBe(200)
  })

  it('shows current names of user and company', async () => {
    const { get, user, companyId } = await known()
    await change((tx) => tx.update(users).set({ firstName: 'Renamed' }).where(eq(users.id, user.id)))
    expect((await get('/api/auth/user')).json()).toMatchObject({ firstName: 'Renamed' })
    await change((tx) => tx.update(companies).set({ name: 'Renamed too' }).where(eq(companies.id, companyId)))
    expect((await get('/api/auth/user')).json()).toMatchObject({ companyName: 'Renamed too' })
    await server.deps.db.inCompany(companyId, (tx) =>
      tx.execute(sql`
      insert into company_settings (company_id, time_zone) values (${companyId}, 'Asia/Tokyo')
      on conflict (company_id) do update set time_zone = excluded.time_zone`),
    )
    expect((await get('/api/auth/user')).json()).toMatchObject({ timeZone: 'Asia/Tokyo' })
  })

  it('writes nothing for a session that has ended', async () => {
    const browser = await known()
    const order = await buildOrder(server.deps, browser.companyId)
    await change((tx) => tx.delete(sessions).where(eq(sessions.sid, browser.sid)))
    expect((await browser.get(`/api/orders/${order.id}`)).statusCode).toBe(401)
    const views = await server.deps.db.inCompany(browser.companyId, (tx) =>
      tx.select().from(auditLog).where(eq(auditLog.userId, browser.user.id)),
    )
    expect(views).toEqual([])
  })

  it('expires, and its use is recorded once a minute', async () => {
    const { get, path, sid } = await known()
    clock.advance(61)
    expect((await get(path)).statusCode).toBe(200)
    const [seen] = await server.deps.db.readPlatform((tx) => tx.select().from(sessions).where(eq(sessions.sid, sid)))
    expect(seen?.sess).toMatchObject({ seenAt: clock.now().toISOString() })
    expect((await get(path)).statusCode).toBe(200)
    clock.advance(8 * 24 * 3_600)
    expect((await get(path)).statusCode).toBe(401)
  })
})
