import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '#server/features/auth/sign-in.ts'
import { type AuditAction, noticeActions } from '#server/platform/audit-actions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { noOrigin, platformContext } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { newId } from '#server/platform/ids.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { alwaysOpenGate, createTestApp, manualClock, noPorts, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { FakeMail } from '#server/testing/notification-fixture.ts'
import { massExportRows } from './plan-notice.ts'
import { noticesPerHour, sendSecurityNotices } from './send-notices.ts'

const clock = manualClock()
const gate = { ...alwaysOpenGate }
let server: Awaited<ReturnType<typeof createTestApp>>
let mail: FakeMail
let companyId: string

beforeAll(async () => {
  server = await createTestApp({ clock, gate })
})
afterAll(() => server.close())
beforeEach(async () => {
  gate.restoredAt = null
  await send()
  mail = new FakeMail()
  server.deps.ports = { ...noPorts, mail }
  const { id } = await buildCompany(server.deps.db, { name: 'Pine & Sons', email: 'office@pine.test' })
  companyId = id
})

const send = () =>
  sendSecurityNotices(platformContext(server.deps, { actor: { type: 'job', name: 'Test' }, origin: noOrigin }))

/** The recipient and the subject of each mail. */
const sent = () => mail.sent.map(({ to, subject }) => `${to[0]}: ${subject}`)

const succeeded = <Reply extends { statusCode: number; body: string }>(reply: Reply): Reply => {
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply
}

const createKey = async (browser: Browser, name = 'ERP') =>
  succeeded(await browser.post('/api/settings/api-keys', { name, scopes: ['orders.read'] }))

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

async function signInFrom(
  user: { id: string; email: string },
  ipAddress: string,
  expectedUserId: string | null = null,
) {
  const identity = { issuer: 'https://login.example', subject: user.id, email: user.email, isEmailVerified: true }
  await signIn(server.deps, {
    identity: { ...identity, firstName: null, lastName: null, pictureUrl: null },
    idToken: 'token',
    authenticatedAt: null,
    providerSessionId: null,
    sid: newId(),
    previousSid: null,
    expectedUserId,
    origin: { requestId: null, ipAddress, userAgent: chrome },
  })
  await send()
}

describe('a sign-in', () => {
  it('from a new place is told to the person, with time, device, address and what to do; the first one is not', async () => {
    const ana = await buildUser(server.deps.db, { companyId, role: 'ops' })
    await signInFrom(ana, '203.0.113.7')
    expect(sent()).toEqual([])
    await signInFrom(ana, '198.51.100.9')
    expect(sent()).toEqual([`${ana.email}: New sign-in to Lockstep from Chrome on Windows`])
    const text = mail.sent[0]?.text ?? ''
    for (const part of [/When: \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC/, 'IP address: 198.51.100.9', 'tell an admin'])
      expect(text).toMatch(part)
  })

  it('from a known network is told to nobody: nothing leaves', async () => {
    const ana = await buildUser(server.deps.db, { companyId })
    await signInFrom(ana, '203.0.113.7')
    await signInFrom(ana, '203.0.113.200')
    await signInFrom(ana, '2001:db8:7::1')
    await signInFrom(ana, '2001:db8:7:9::4')
    expect(mail.sent).toHaveLength(1)
    expect(mail.sent[0]?.text).toContain('2001:db8:7::1')
  })

  it('that confirms a step counts too, and a place of 90 days ago is new again', async () => {
    const ana = await buildUser(server.deps.db, { companyId })
    await signInFrom(ana, '203.0.113.7')
    await server.deps.db.onPlatform((tx) =>
      tx.insert(auditLog).values({
        companyId,
        id: newId(),
        actorType: 'user',
        userId: ana.id,
        actorName: 'Ana',
        action: 'session.start',
        resource: 'user',
        resourceId: ana.id,
        ipAddress: '198.51.100.9',
        createdAt: new Date(Date.now() - 91 * 24 * 3_600_000),
      }),
    )
    await signInFrom(ana, '198.51.100.9', ana.id)
    expect(mail.sent).toHaveLength(1)
  })
})

describe('a new key', () => {
  it('is told to the company’s admins and to the person who made it', async () => {
    const [ops, admin] = [await server.as('ops', companyId), await server.as('admin', companyId)]
    await createKey(ops)
    await send()
    const subject = 'A new API key was created for Pine & Sons'
    expect(sent()).toEqual([`${admin.user.email}: ${subject}`, `${ops.user.email}: ${subject}`])
    expect(mail.sent[0]).toMatchObject({ sender: { name: null, address: null }, replyTo: null })
    expect(mail.sent[0]?.text).toContain('Ana Ruiz created the API key “ERP”.')
    expect(mail.sent[0]?.text).toContain('You’re receiving this email because you’re an admin of Pine & Sons')
  })

  it('of a company without admins is told to its contact; if provider staff made it, the mail says so', async () => {
    const staff = await server.as('admin')
    succeeded(await staff.post('/api/auth/company', { companyId }))
    const { id } = await buildChannel(server.deps, companyId, { name: 'Web shop' })
    succeeded(await staff.post(`/api/channels/${id}/rotate`, { secret: 'webhookSecret', overlapHours: 24 }))
    await send()
    const subject = 'The webhook secret for Web shop was replaced'
    expect(sent()).toEqual([`office@pine.test: ${subject}`, `${staff.user.email}: ${subject}`])
    expect(mail.sent[0]?.text).toContain('Ana Ruiz (staff of your Lockstep provider) replaced the webhook secret')
  })
})

describe('a changed sender', () => {
  const save = async (browser: Browser, alertEmail: string | null) => {
    const { notifications } = (await browser.get('/api/settings')).json<{ notifications: object }>()
    succeeded(await browser.put('/api/settings/notifications', { ...notifications, alertEmail }))
  }

  it('is told to the admins and to the former address, which is stored encrypted until then', async () => {
    const admin = await server.as('admin', companyId)
    await save(admin, 'alerts@pine.test')
    await send()
    const subject = 'The alert contact for Pine & Sons was changed'
    expect(sent()).toEqual([`${admin.user.email}: ${subject}`, `office@pine.test: ${subject}`])
    await save(admin, 'thief@evil.test')
    const { rows } = await server.deps.db.inCompany(companyId, (tx) =>
      tx.execute(sql`select to_jsonb(n)::text as notice from security_notices n`),
    )
    expect(JSON.stringify(rows)).not.toMatch(/@|Ana|Ruiz|Pine/)
    await send()
    expect(sent().slice(2)).toEqual([`${admin.user.email}: ${subject}`, `alerts@pine.test: ${subject}`])
    expect(mail.sent.at(-1)?.text).toContain('Alert email: t•••@evil.test (before: a•••@pine.test)')
    expect(mail.sent.at(-1)?.text).not.toContain('IP address')
  })

  it('of customers’ mail is told in the same way, other settings are not', async () => {
    const admin = await server.as('admin', companyId)
    const mailSettings = { senderName: 'Pine', senderAddress: null, replyTo: 'help@pine.test' }
    succeeded(await admin.put('/api/settings/mail', mailSettings))
    const { notifications } = (await admin.get('/api/settings')).json<{ notifications: object }>()
    succeeded(await admin.put('/api/settings/notifications', { ...notifications, quietHoursStart: '21:00' }))
    await send()
    expect(sent()).toEqual([`${admin.user.email}: The email sender for Pine & Sons was changed`])
  })
})

describe('a mass export', () => {
  const exported = async (browser: Browser, rows: number) => {
    const { id: userId, role } = browser.user
    await server.deps.db.inCompany(companyId, (tx) =>
      recordAudit(
        tx,
        { actor: { type: 'user', userId, role, name: 'Ana Ruiz' }, origin: noOrigin },
        { action: 'order.export', resource: 'order', resourceId: null, companyId, after: { rows } },
      ),
    )
    await send()
  }

  it('is told once per person and day, as soon as small exports add up to more than the limit', async () => {
    const [ops, admin] = [await server.as('ops', companyId), await server.as('admin', companyId)]
    await exported(ops, massExportRows - 1)
    await exported(admin, 1)
    await exported(ops, 1)
    expect(sent()).toEqual([])
    await exported(ops, 1)
    await exported(ops, 1)
    const subject = 'Large export from Pine & Sons: 501 rows'
    expect(sent()).toEqual([`${admin.user.email}: ${subject}`, `${ops.user.email}: ${subject}`])
    clock.advance(24 * 3600 + 1)
    await exported(ops, 1)
    expect(mail.sent).toHaveLength(4)
  })

  it.each([
    ['order.export', '/api/orders/export?format=csv'],
    ['audit.export', '/api/audit/export?format=csv'],
    ['report.export', '/api/reports/customers/export?format=xlsx&startDate=2026-03-01&endDate=2026-03-02'],
  ])('%s records how many rows it has', async (action, url) => {
    const admin = await server.as('admin', companyId)
    succeeded(await admin.get(url))
    const [entry] = await server.deps.db.inCompany(companyId, (tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, action)),
    )
    expect(entry?.changes?.after['rows']).toEqual(expect.any(Number))
  })
})

describe('an account', () => {
  it('that becomes an admin is told to the admins, one that stops being an admin is not', async () => {
    const admin = await server.as('admin', companyId)
    const mia = await buildUser(server.deps.db, { companyId, firstName: 'Mia', lastName: 'Chen', role: 'ops' })
    const url = `/api/settings/users/${mia.id}`
    succeeded(await admin.patch(url, { role: 'admin' }))
    succeeded(await admin.patch(url, { role: 'ops' }))
    await send()
    expect(sent()).toEqual([`${admin.user.email}: Mia Chen is now an admin of Pine & Sons`])
  })

  it('that is created gets one invitation with who added them, company, role and a link', async () => {
    const admin = await server.as('admin', companyId)
    const person = { email: 'mia@pine.test', firstName: 'Mia', lastName: 'Chen', role: 'readonly' }
    const reply = succeeded(await admin.post('/api/settings/users', person))
    expect(reply.json()).toMatchObject({ isInvited: true })
    await send()
    await send()
    expect(sent()).toEqual(['mia@pine.test: Ana Ruiz added you to Pine & Sons on Lockstep'])
    expect(mail.sent[0]?.text).toContain('Your role is Read Only: you can view all screens')
    expect(mail.sent[0]?.text).toContain('Sign in: http://localhost:5000/')
  })

  it('that is created as an admin is told to the other admins too, and to nobody without a mail server', async () => {
    const [staff, admin] = [await server.as('admin'), await server.as('admin', companyId)]
    const person = { email: 'max@pine.test', firstName: 'Max', lastName: 'Roe', role: 'admin', companyId }
    succeeded(await staff.post('/api/admin/users', person))
    await send()
    expect(sent().toSorted()).toEqual(
      [
        `${admin.user.email}: Max Roe was added as an admin of Pine & Sons`,
        'max@pine.test: Ana Ruiz added you to Pine & Sons on Lockstep',
      ].toSorted(),
    )
    server.deps.ports = noPorts
    const unseen = { ...person, email: 'moe@pine.test' }
    expect(succeeded(await staff.post('/api/admin/users', unseen)).json()).toMatchObject({ isInvited: false })
    expect(await send()).toEqual({})
    server.deps.ports = { ...noPorts, mail }
    expect(await send()).toEqual({})
  })
})

describe('a notice', () => {
  it.each(Object.keys(noticeActions) as AuditAction[])('is mailed for each listed action: %s', async (action) => {
    const [admin, mia] = [await server.as('admin', companyId), await buildUser(server.deps.db, { companyId })]
    const { id: userId, role } = admin.user
    const by = { actor: { type: 'user', userId, role, name: 'Ana Ruiz' }, vault: server.deps.vault } as const
    const record = (entry: AuditAction, ipAddress: string) =>
      server.deps.db.onPlatform((tx) =>
        recordAudit(
          tx,
          { ...by, origin: { ...noOrigin, ipAddress } },
          {
            action: entry,
            ...(/^(user|session)\./.test(entry)
              ? { resource: 'user', resourceId: mia.id }
              : { resource: 'settings', resourceId: null }),
            companyId,
            before: { replyTo: 'a@pine.test', alertEmail: null },
            after: { role: 'admin', rows: 501, replyTo: null, alertEmail: 'b@pine.test' },
          },
        ),
      )
    await record('session.start', '203.0.113.7')
    await send()
    await record(action, '198.51.100.9')
    expect(await send()).toEqual({ sent: 1 })
    expect(mail.sent.map(({ to }) => to[0])).toContain(admin.user.email)
    for (const { subject, text } of mail.sent) expect(subject + text).not.toMatch(/undefined|null|NaN/)
  })

  it('is not stopped by a used-up quota', async () => {
    await server.deps.db.onPlatform((tx) =>
      tx.update(companies).set({ dailyMails: 0 }).where(eq(companies.id, companyId)),
    )
    await createKey(await server.as('admin', companyId))
    await send()
    expect(mail.sent).toHaveLength(1)
  })

  it('is tried again for whom the mail server could not reach, and nobody gets it twice', async () => {
    const [ops, admin] = [await server.as('ops', companyId), await server.as('admin', companyId)]
    await createKey(ops)
    mail.faults.push({ error: new Unavailable('down') })
    expect(await send()).toEqual({ unavailable: 1 })
    expect(await send()).toEqual({})
    clock.advance(120)
    mail.faults.push({ error: new Unavailable('no answer', { mayHaveHappened: true }), afterActing: true })
    expect(await send()).toEqual({ sent: 1 })
    clock.advance(3600)
    expect(await send()).toEqual({})
    expect(mail.sent.map(({ to }) => to[0])).toEqual([ops.user.email, admin.user.email])
  })

  it('beyond the hourly limit is part of one summary', async () => {
    const admin = await server.as('admin', companyId)
    const { id: userId, role } = admin.user
    const actor = { type: 'user', userId, role, name: 'Ana Ruiz' } as const
    const entry = { action: 'api_key.create', resource: 'api_key', resourceId: null, companyId } as const
    for (let key = 0; key < noticesPerHour + 3; key += 1)
      await server.deps.db.inCompany(companyId, (tx) => recordAudit(tx, { actor, origin: noOrigin }, entry))
    expect(await send()).toEqual({ sent: noticesPerHour, summarized: 1, limited: 2 })
    expect(mail.sent).toHaveLength(noticesPerHour + 1)
    expect(mail.sent.at(-1)?.subject).toBe('More than 20 security notices about Pine & Sons in an hour')
    clock.advance(3601)
    await admin.signInAgain()
    await createKey(admin)
    expect(await send()).toEqual({ sent: 1 })
  })

  it('of before a restore is not sent by the restored database', async () => {
    const admin = await server.as('admin', companyId)
    await createKey(admin)
    gate.restoredAt = new Date(Date.now() + 60_000)
    expect(await send()).toEqual({})
    gate.restoredAt = null
    await createKey(admin, 'Second')
    await send()
    expect(mail.sent).toHaveLength(1)
  })
})
