import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultTextCountries } from '#contract/phone-countries.ts'
import type { CompanySettings, PersonRow } from '#contract/settings.ts'
import { authenticate } from '#server/features/auth/authenticate.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { createTestApp, manualClock, noPorts, openSession, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import { confirmMailSender } from '#server/testing/contacts.ts'
import { FakeMail } from '#server/testing/notification-fixture.ts'

const clock = manualClock()
const mail = new FakeMail()

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let admin: Browser
let ops: Browser

beforeAll(async () => {
  server = await createTestApp({ clock, ports: { ...noPorts, mail } })
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db, { name: 'Harbor & Pine', phone: '+1 206 555 0100' })).id
  admin = await server.as('admin', companyId)
  ops = await server.as('ops', companyId)
})
afterAll(() => server.close())

const read = async (browser = ops) => (await browser.get('/api/settings')).json<CompanySettings>()
const audited = (action: string) => auditedChanges(server.deps.db, companyId, action)

const changed = {
  notifications: {
    ownerSms: false,
    lowStockAlerts: false,
    failedJobAlerts: false,
    customerSms: false,
    customerEmail: false,
    quietHoursStart: '21:30',
    quietHoursEnd: '07:15',
    alertEmail: 'ops@harbor.test',
    alertPhone: '+12065550199',
  },
  security: { sessionTimeout: '1h', auditLogging: false, retentionDays: 7 },
  system: {
    syncFrequency: '4h',
    automaticSync: false,
    lowStockThreshold: 3,
    safetyBuffer: 2,
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
  },
  mail: { senderName: 'Harbor', senderAddress: 'shop@harbor.test', replyTo: 'help@harbor.test' },
}
const parts = Object.entries(changed)

/** Saving an address or a number starts its confirmation. */
const confirmationsAfter = ({ quota, phoneConfirmation }: CompanySettings): Record<string, object> => ({
  mail: {
    senderConfirmation: { confirmedAt: null, linkSentAt: clock.now().toISOString() },
    quota: { ...quota, mailsUsed: 1 },
  },
  notifications: { phoneConfirmation: { ...phoneConfirmation, number: '+12065550199' } },
})

describe('the settings of a company', () => {
  it('start with defaults and their fallbacks', async () => {
    expect(await read()).toEqual({
      notifications: {
        ownerSms: true,
        lowStockAlerts: true,
        failedJobAlerts: true,
        customerSms: true,
        customerEmail: true,
        quietHoursStart: '22:00',
        quietHoursEnd: '08:00',
        alertEmail: null,
        alertPhone: null,
      },
      security: { sessionTimeout: '7d', auditLogging: true, retentionDays: 30 },
      system: {
        syncFrequency: '30min',
        automaticSync: true,
        lowStockThreshold: 10,
        safetyBuffer: 0,
        timeZone: 'UTC',
        currency: 'USD',
      },
      mail: { senderName: null, senderAddress: null, replyTo: null },
      senderConfirmation: { confirmedAt: null, linkSentAt: null },
      phoneConfirmation: { number: '+12065550100', confirmedAt: null, codeSentAt: null, obstacle: null },
      quota: {
        dailyTexts: 2000,
        textsUsed: 0,
        dailyMails: 20_000,
        mailsUsed: 0,
        textCountries: [...defaultTextCountries],
      },
      company: { name: 'Harbor & Pine', email: 'office@example.com', phone: '+1 206 555 0100' },
      mailService: { isConfigured: true, from: 'Lockstep <mail@lockstep.test>' },
      smsService: { isConfigured: false, from: null },
    })
  })

  it.each(parts)('store the part %s for this company only, and audit it once', async (part, values) => {
    const before = await read()
    const elsewhere = await server.as('ops')
    const saved = await admin.put(`/api/settings/${part}`, values)
    expect(saved.json()).toEqual({ ...before, [part]: values, ...confirmationsAfter(before)[part] })
    expect(await read()).toEqual(saved.json())
    expect((await read(elsewhere))[part as 'mail']).toEqual(before[part as 'mail'])
    await admin.put(`/api/settings/${part}`, values)
    const entries = await audited(`settings.update-${part}`)
    expect(entries).toHaveLength(1)
    expect(Object.keys(entries[0]?.changes.after ?? {}).toSorted()).toEqual(Object.keys(values).toSorted())
    expect(JSON.stringify(entries)).not.toMatch(/ops@harbor|shop@harbor|help@harbor|2065550199/)
  })

  it('treat an empty field as null, and accept numbers as people write them', async () => {
    const form = { ...changed.notifications, alertEmail: '', alertPhone: '+1 (206) 555-0199' }
    const { notifications } = (await ops.put('/api/settings/notifications', form)).json<CompanySettings>()
    expect(notifications).toMatchObject({ alertEmail: null, alertPhone: '+12065550199' })
  })

  it.each([
    ['notifications', { quietHoursStart: '24:00' }],
    ['notifications', { alertPhone: '206 555 0199' }],
    ['security', { retentionDays: 31 }],
    ['security', { sessionTimeout: '2h' }],
    ['system', { timeZone: 'Mars/Olympus' }],
    ['system', { timeZone: '+05:30' }],
    ['system', { timeZone: 'SystemV/PST8' }],
    ['system', { timeZone: 'AET' }],
    ['system', { currency: 'euro' }],
    ['system', { lowStockThreshold: -1 }],
    ['mail', { replyTo: 'nobody' }],
    ['mail', { senderName: 'service@paypal.example' }],
    ['mail', { senderName: 'PayPal\nBcc: everyone' }],
    ['mail', { senderName: 'Pine \u202Emoc.elgoog' }],
  ] as const)('refuse invalid values of %s: %j', async (part, wrong) => {
    const reply = await admin.put(`/api/settings/${part}`, { ...changed[part], ...wrong })
    expect(reply.statusCode).toBe(422)
    expect(reply.json<{ errors: { field: string }[] }>().errors[0]?.field).toBe(Object.keys(wrong)[0])
  })

  it('audit switching audit logging off and on, and in between only what must be audited', async () => {
    const security = (auditLogging: boolean) => ({ sessionTimeout: '7d', auditLogging, retentionDays: 30 })
    await admin.put('/api/settings/security', security(false))
    await ops.put('/api/settings/mail', changed.mail)
    await ops.post('/api/settings/signing-secret/reveal')
    expect((await ops.post('/api/products', { title: 'Mug' })).statusCode).toBe(201)
    await admin.put('/api/settings/security', security(true))
    expect(await audited('settings.update-security')).toMatchObject([
      { changes: { before: { auditLogging: true }, after: { auditLogging: false } } },
      { changes: { before: { auditLogging: false }, after: { auditLogging: true } } },
    ])
    const kept = [await audited('settings.update-mail'), await audited('settings.reveal')]
    expect([...kept, await audited('product.create')]).toMatchObject([[{}], [{}], []])
  })
})

describe('the session timeout', () => {
  it('ends sessions that were idle for longer, at their next request', async () => {
    await admin.put('/api/settings/security', { ...changed.security, sessionTimeout: '1h' })
    clock.advance(3_599)
    expect((await ops.get('/api/settings')).statusCode).toBe(200)
    clock.advance(3_600)
    expect((await ops.get('/api/settings')).statusCode).toBe(401)
  })
})

describe('the time zone', () => {
  it('is what the pages of the company show times in', async () => {
    await ops.put('/api/settings/system', changed.system)
    expect((await ops.get('/api/auth/user')).json()).toMatchObject({ timeZone: 'Europe/Berlin' })
  })
})

describe('a test mail', () => {
  it('goes to the person who requests it, from the sender that is not saved yet, if its address is confirmed', async () => {
    await confirmMailSender(server.deps, companyId, 'shop@harbor.test')
    const reply = await ops.post('/api/settings/mail/test', changed.mail)
    expect(reply.json()).toEqual({ sentTo: ops.user.email, sentFrom: 'shop@harbor.test' })
    expect(mail.sent.at(-1)).toMatchObject({
      to: [ops.user.email],
      replyTo: 'help@harbor.test',
      unsubscribeUrl: null,
      sender: { name: 'Harbor', address: 'shop@harbor.test' },
      text: expect.stringContaining('Harbor & Pine'),
      html: expect.stringContaining('Harbor &amp; Pine'),
    })
    expect((await read()).mail.senderName).toBeNull()
  })

  it('has the company’s name as sender name when none is set, like every other mail', async () => {
    await ops.post('/api/settings/mail/test', { ...changed.mail, senderName: null })
    expect(mail.sent.at(-1)?.sender).toEqual({ name: 'Harbor & Pine', address: null })
  })

  it('comes from the product while the address is not confirmed, and says so', async () => {
    const reply = await ops.post('/api/settings/mail/test', { ...changed.mail, replyTo: null })
    expect(reply.json()).toEqual({ sentTo: ops.user.email, sentFrom: 'Lockstep <mail@lockstep.test>' })
    expect(mail.sent.at(-1)).toMatchObject({ sender: { name: 'Harbor', address: null }, replyTo: 'shop@harbor.test' })
  })

  it('is refused the 21st time within an hour', async () => {
    for (let sent = 0; sent < 20; sent += 1) await ops.post('/api/settings/mail/test', changed.mail)
    expect((await ops.post('/api/settings/mail/test', changed.mail)).statusCode).toBe(409)
  })

  it.each([
    [new Rejected('The mail service refused the sender'), 409, 'The mail service refused the sender'],
    [new Unavailable('The mail service does not answer'), 503, 'The mail service does not answer'],
  ])('says what went wrong: %s', async (failure, status, sentence) => {
    mail.faults.push({ error: failure })
    const reply = await ops.post('/api/settings/mail/test', changed.mail)
    expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([
      status,
      expect.stringContaining(sentence),
    ])
  })

  it('says who has to do what when mail is not configured', async () => {
    server.deps.ports.mail = null
    const reply = await ops.post('/api/settings/mail/test', changed.mail)
    server.deps.ports.mail = mail
    expect([reply.statusCode, reply.body]).toEqual([409, expect.stringContaining('SMTP_URL')])
  })
})

describe('the system info', () => {
  it('shows the real version, environment, database and cache', async () => {
    const info = (await ops.get('/api/settings/system-info')).json()
    expect(info).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      environment: 'development',
      database: expect.stringMatching(/^PostgreSQL \d+\.\d+$/),
      cache: 'PostgreSQL',
    })
  })
})

describe('the people', () => {
  const people = async (browser: Browser) => (await browser.get('/api/settings/users')).json<PersonRow[]>()

  it('are those of the company, most recently seen first, with “you” marked', async () => {
    const never = await buildUser(server.deps.db, { companyId, email: 'never@example.com', role: 'readonly' })
    await buildUser(server.deps.db, { email: 'stranger@example.com' })
    clock.advance(60)
    await admin.get('/api/settings')
    clock.advance(60)
    const seen = (await people(ops)).map(({ id, isYou, role, lastSeenAt }) => ({ id, isYou, role, lastSeenAt }))
    const now = clock.now().getTime()
    expect(seen).toEqual([
      { id: ops.user.id, isYou: true, role: 'ops', lastSeenAt: new Date(now).toISOString() },
      { id: admin.user.id, isYou: false, role: 'admin', lastSeenAt: new Date(now - 60_000).toISOString() },
      { id: never.id, isYou: false, role: 'readonly', lastSeenAt: null },
    ])
  })

  const lastSeen = async () => (await people(admin)).find(({ id }) => id === ops.user.id)?.lastSeenAt

  it('are not counted as seen by a page that only listens', async () => {
    clock.advance(60)
    await ops.get('/api/settings')
    const before = clock.now().toISOString()
    clock.advance(600)
    expect(await authenticate(server.deps, ops.sid, { isUse: false })).not.toBeNull()
    expect(await lastSeen()).toBe(before)
    expect(await authenticate(server.deps, ops.sid)).not.toBeNull()
    expect(await lastSeen()).toBe(clock.now().toISOString())
  })

  it('keep the latest time seen, even if a process’s clock is late', async () => {
    const late = { ...server.deps, clock: manualClock(clock.now()) }
    const { sid } = await openSession(late, ops.user.id)
    clock.advance(600)
    await ops.get('/api/settings')
    late.clock.advance(300)
    expect(await authenticate(late, sid)).not.toBeNull()
    expect(await lastSeen()).toBe(clock.now().toISOString())
  })
})
