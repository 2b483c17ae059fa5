import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noOrigin, platformContext } from '#server/platform/context.ts'
import { refusalCounts } from '#server/platform/db/schema/audit.ts'
import { createLog } from '#server/platform/log.ts'
import { createRefusalLog } from '#server/platform/refusal-log.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { type Browser, createTestApp, manualClock, noPorts } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'
import { FakeMail } from '#server/testing/notification-fixture.ts'
import { watchRefusals } from './watch-refusals.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
const clock = manualClock(new Date('2026-03-02T20:05:00Z'))
const lines: string[] = []
let mail: FakeMail
let staff: Browser

beforeAll(async () => {
  const log = createLog({ LOG_LEVEL: 'warn' }, 'test', { write: (line) => lines.push(line) })
  server = await createTestApp({ clock, log })
  staff = await server.as('admin')
})
afterAll(() => server.close())
beforeEach(() => {
  mail = new FakeMail()
  server.deps.ports = { ...noPorts, mail }
  lines.length = 0
  clock.advance(48 * 3600)
})

const watch = () =>
  watchRefusals(platformContext(server.deps, { actor: { type: 'job', name: 'Test' }, origin: noOrigin }))

type Source = Parameters<ReturnType<typeof createRefusalLog>['countSource']>[0]

async function refuse(source: Source, times: number): Promise<void> {
  const log = createRefusalLog({ ...server.deps, findClosedKeys: async () => [] })
  for (let n = 0; n < times; n += 1) log.countSource(source)
  await log.flush()
}

const sentTo = (address: string) => mail.sent.filter(({ to }) => to[0] === address)
const namesIn = (address: string) => sentTo(address).map(({ subject }) => subject.replace('Many refused calls: ', ''))

describe('many refusals', () => {
  it('of a person on one route are told to provider staff and the admins of their company, once a day', async () => {
    const { id: companyId } = await buildCompany(server.deps.db, { name: 'Alder' })
    const admin = await buildUser(server.deps.db, { role: 'admin', companyId })
    const reader = await server.as('readonly', companyId)
    await refuse({ type: 'person', id: reader.user.id }, 18)
    await reader.post('/api/saved-views', {})
    await server.app.http.refusals.flush()
    expect(await watch()).toEqual({ sources: 0 })
    await reader.post('/api/saved-views', {})
    await server.app.http.refusals.flush()
    expect(await watch()).toEqual({ sources: 1 })
    expect(sentTo(staff.user.email)).toMatchObject([
      { subject: expect.stringContaining('Account '), text: expect.stringContaining('of Alder: 20 refused calls') },
    ])
    expect(namesIn(admin.email)).toHaveLength(1)
    expect(sentTo(admin.email)[0]?.text).toContain('/settings?tab=security')
    expect(lines.join('\n')).toContain('refused too often within an hour')
    await refuse({ type: 'person', id: reader.user.id }, 30)
    clock.advance(23 * 3600)
    await refuse({ type: 'person', id: reader.user.id }, 30)
    expect(await watch()).toEqual({ sources: 0 })
    clock.advance(3600)
    await refuse({ type: 'person', id: reader.user.id }, 30)
    expect(await watch()).toEqual({ sources: 1 })
  })

  it('of a key are told to the admins of its company, of an address to provider staff alone', async () => {
    const { id: companyId } = await buildCompany(server.deps.db, { name: 'Birch' })
    const admin = await buildUser(server.deps.db, { role: 'admin', companyId })
    const other = await buildUser(server.deps.db, { role: 'admin', companyId: (await buildCompany(server.deps.db)).id })
    await refuse({ type: 'key', id: crypto.randomUUID(), companyId, name: 'My Shop' }, 20)
    await refuse({ type: 'network', id: '203.0.113.7' }, 40)
    expect(await watch()).toEqual({ sources: 2 })
    expect(namesIn(admin.email)).toEqual(['API key My Shop'])
    expect(namesIn(staff.user.email)).toEqual(['Many refused calls from 2 sources'])
    expect(sentTo(staff.user.email)[0]?.text).toContain('Address 203.0.113.7: 40 refused calls')
    expect(namesIn(other.email)).toEqual([])
  })

  it('are told later when the mail server is down, and not at all when they are spread over hours', async () => {
    await refuse({ type: 'network', id: '203.0.113.8' }, 19)
    clock.advance(3600)
    await refuse({ type: 'network', id: '203.0.113.8' }, 19)
    expect(await watch()).toEqual({ sources: 0 })
    await refuse({ type: 'network', id: '203.0.113.8' }, 1)
    mail.faults.push({ error: new Unavailable('down') })
    await watch()
    expect(mail.sent).toEqual([])
    await watch()
    expect(namesIn(staff.user.email)).toEqual(['Address 203.0.113.8'])
  })

  it('are forgotten after two days', async () => {
    await refuse({ type: 'network', id: '203.0.113.9' }, 1)
    clock.advance(49 * 3600)
    await watch()
    const rows = await server.deps.db.onPlatform((tx) => tx.select().from(refusalCounts))
    expect(rows).toEqual([])
  })
})
