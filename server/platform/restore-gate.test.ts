import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sessions } from './db/schema/companies.ts'
import { restores } from './db/schema/restores.ts'
import { createTestDeps, manualClock, noPorts, openSession } from '#server/testing/app.ts'
import { buildUser } from '#server/testing/builders.ts'
import { gatePorts } from './ports.ts'
import { markReconciled, openRestoreGate, blockWhileRestored } from './restore-gate.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
const clock = manualClock()
const to = '2026-03-01T08:30:00.000Z'

beforeAll(async () => {
  test = await createTestDeps({ clock })
})
afterAll(() => test.close())
beforeEach(() => mark(null))

const open = () => openRestoreGate({ db: test.deps.db, clock, log: test.deps.log })

/** As `npm run restore` does it, but for this database alone. Connections learn of it when they are opened. */
async function mark(id: string | null): Promise<void> {
  const client = new pg.Client({ connectionString: test.database.adminUrl })
  await client.connect()
  const name = pg.escapeIdentifier(new URL(test.database.adminUrl).pathname.slice(1))
  const value = id === null ? '' : JSON.stringify({ id, to })
  await client.query(`alter database ${name} set lockstep.restored = ${pg.escapeLiteral(value)}`)
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'pgboss'`)
  await client.end()
  // Else whoever asks next may be given a connection that is gone without having heard of it.
  await vi.waitUntil(() => test.deps.db.pool.totalCount === 0, { timeout: 10_000 })
}

it('the gate is open on a database that was never restored', async () => {
  const gate = await open()
  expect([gate.closedBy, gate.restoredAt, await gate.checkNow()]).toEqual([null, null, null])
  await gate.whenOpen()
  gate.close()
})

it('the gate is closed on a restored database until it is reconciled, and all sessions end once', async () => {
  const id = randomUUID()
  const { id: userId } = await buildUser(test.deps.db, { role: 'admin' })
  await openSession(test.deps, userId)
  await mark(id)
  const gate = await open()
  expect(gate.closedBy).toMatchObject({ id, restoredTo: new Date(to), foundAt: clock.now() })
  expect(await sessionsOf(userId)).toBe(0)
  await openSession(test.deps, userId)
  const other = await open()
  expect(await sessionsOf(userId)).toBe(1)
  await test.deps.db.onPlatform((tx) => markReconciled(tx, id, clock.now()))
  expect([await gate.checkNow(), gate.closedBy]).toEqual([null, null])
  await gate.whenOpen()
  expect(gate.restoredAt).toEqual(clock.now())
  expect(await other.checkNow()).toBeNull()
  for (const one of [gate, other]) one.close()
})

it('the gate closes when the database is replaced by a restored copy under a running process', async () => {
  const gate = await open()
  const [first, second] = [randomUUID(), randomUUID()]
  await mark(first)
  expect(await gate.checkNow()).toMatchObject({ id: first })
  await test.deps.db.onPlatform((tx) => markReconciled(tx, first, clock.now()))
  expect(await gate.checkNow()).toBeNull()
  await mark(second)
  expect(await gate.checkNow()).toMatchObject({ id: second })
  gate.close()
})

it('the time of the restore is known also on a copy of a copy that lost its mark', async () => {
  await test.deps.db.onPlatform((tx) => tx.delete(restores))
  const gate = await open()
  expect(gate.restoredAt).toBeNull()
  gate.close()
  const row = { id: randomUUID(), restoredTo: new Date(to), foundAt: clock.now(), reconciledAt: clock.now() }
  await test.deps.db.onPlatform((tx) => tx.insert(restores).values(row))
  const later = await open()
  expect([later.restoredAt, later.closedBy]).toEqual([clock.now(), null])
  later.close()
})

it('a closed gate lets reading calls pass and blocks writing calls', async () => {
  const called: string[] = []
  const note =
    <T>(name: string, answer: T) =>
    async () => {
      called.push(name)
      return answer
    }
  const website = {
    ...noPorts.channels.meta_shops,
    report: note('report', { status: 200 }),
    pushOffers: note('offers', []),
    ensureWebhooks: note('webhooks made', { healed: [], problem: null, state: {} }),
    removeWebhooks: note('webhooks removed', undefined),
  }
  const fulfillment = {
    preview: note('preview', []),
    submit: note('submit', 'accepted' as const),
    read: note('read', null),
    cancel: note('cancel', 'asked' as const),
    listChanged: note('list', { externalIds: [], next: null }),
  }
  const sms = {
    from: '+1',
    send: note('sms', { externalId: '1' }),
    findSent: note('find', null),
    readAnswer: () => null,
  }
  const mail = { from: 'x', send: note('mail', { externalId: null, refused: [] }) }
  const all = { ...noPorts, fulfillment, sms, mail, channels: { ...noPorts.channels, meta_shops: website } }
  const use = async (isClosed: boolean) => {
    called.length = 0
    const ports = gatePorts(all, blockWhileRestored({ checkNow: async () => (isClosed ? ({} as never) : null) }))
    const none = {} as never
    const calls = [
      ports.fulfillment?.submit(none, none),
      ports.fulfillment?.cancel(none, none),
      ports.mail?.send(none),
      ports.sms?.send(none),
      ports.channels.meta_shops.report?.(none, none),
      ports.channels.meta_shops.pushOffers?.(none, none),
      ports.channels.meta_shops.ensureWebhooks?.(none, none),
      ports.channels.meta_shops.removeWebhooks?.(none, none),
      ports.fulfillment?.read(none, none),
      ports.fulfillment?.listChanged(none, none),
      ports.sms?.findSent(none, none),
    ]
    const ended = await Promise.allSettled(calls.map(async (call) => call))
    return { called: called.toSorted(), refused: ended.filter(({ status }) => status === 'rejected').length }
  }
  expect(await use(true)).toEqual({ called: ['find', 'list', 'read'], refused: 8 })
  expect(await use(false)).toMatchObject({ refused: 0 })
  expect(called).toHaveLength(11)
})

async function sessionsOf(userId: string): Promise<number> {
  const [found] = await test.deps.db.onPlatform((tx) =>
    tx
      .select({ count: sql<number>`count(*)::int` })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
  )
  return found?.count ?? 0
}
