import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { notificationOptOuts, notificationTemplates } from '#server/platform/db/schema/notifications.ts'
import { createLog } from '#server/platform/log.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { numberOptedOut } from '#server/ports/sms.ts'
import { createTestDeps, manualClock, noPorts } from '#server/testing/app.ts'
import {
  FakeMail,
  FakeSms,
  isSendingDue,
  onlyMail,
  onlyText,
  createNotificationFixture,
  type NotificationFixture,
} from '#server/testing/notification-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let clock: ReturnType<typeof manualClock>
let mail: FakeMail
let sms: FakeSms

beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())
beforeEach(() => {
  clock = manualClock(new Date('2026-03-02T20:00:00Z'))
  mail = new FakeMail()
  sms = new FakeSms()
})

const open = (more: Partial<typeof noPorts> = {}, company: Parameters<typeof createNotificationFixture>[1] = {}) =>
  createNotificationFixture({ ...test.deps, clock, ports: { ...noPorts, mail, sms, ...more } }, company)

describe('a service that is unavailable', () => {
  it('is called again later, until the message fails after three days', async () => {
    const fixture = await onlyText(await open())
    await fixture.notifyOrder()
    for (const tries of [1, 2]) {
      sms.faults.push({ error: new Unavailable('The service does not answer') })
      expect(await isSendingDue(fixture)).toBe(true)
      await fixture.send()
      expect(await isSendingDue(fixture)).toBe(false)
      expect(await fixture.one()).toMatchObject({ status: 'pending', tries, attemptedAt: null })
      clock.advance(30)
    }
    clock.advance(3 * 24 * 3600 - 90)
    sms.faults.push({ error: new Unavailable('The service does not answer') })
    await fixture.send()
    expect(await fixture.one()).toMatchObject({ status: 'failed', error: 'The service does not answer' })
    expect(sms.sent).toEqual([])
  })

  it('is skipped for the rest of a run, while the other one continues', async () => {
    const fixture = await open()
    await changeSettings(test.deps.db, fixture.companyId, { ownerSms: false })
    for (let order = 0; order < 6; order += 1) await fixture.notifyOrder()
    sms.faults.push(...Array.from({ length: 20 }, () => ({ error: new Unavailable('Down') })))
    expect(await fixture.send()).toMatchObject({ sent: 6 })
    expect(20 - sms.faults.length).toBeLessThanOrEqual(6)
    sms.faults.length = 0
    clock.advance(60)
    expect(await fixture.send()).toMatchObject({ sent: 6 })
  })

  it('is skipped too when it accepts mails and never confirms them', async () => {
    const fixture = await onlyMail(await open())
    for (let order = 0; order < 12; order += 1) await fixture.notifyOrder()
    const noAnswer = { error: new Unavailable('No answer', { mayHaveHappened: true }) }
    mail.faults.push(...Array.from({ length: 12 }, () => noAnswer))
    const { failed } = await fixture.send()
    expect(failed).toBeGreaterThanOrEqual(3)
    expect(failed).toBeLessThanOrEqual(6)
    mail.faults.length = 0
    expect(await fixture.send()).toMatchObject({ sent: 12 - failed })
  })

  it('is logged for the operator, without the number', async () => {
    const lines: string[] = []
    const log = createLog({ LOG_LEVEL: 'warn' }, 'test', { write: (line) => void lines.push(line) })
    const fixture = await onlyText(
      await createNotificationFixture({ ...test.deps, clock, log, ports: { ...noPorts, sms } }),
    )
    await fixture.notifyOrder()
    sms.faults.push({ error: new Unavailable('Nobody answers for +12065550100') })
    await fixture.send()
    const { id: notificationId } = await fixture.one()
    const problem = 'Nobody answers for •••'
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'warn', notificationId, method: 'sms', problem, tries: 0 },
    ])
  })

  it('is called after its Retry-After', async () => {
    const fixture = await onlyText(await open())
    await fixture.notifyOrder()
    sms.faults.push({ error: new Unavailable('Too many', { retryAfterSeconds: 300 }) })
    await fixture.send()
    clock.advance(299)
    expect(await isSendingDue(fixture)).toBe(false)
    clock.advance(2)
    expect(await fixture.send()).toMatchObject({ sent: 1 })
  })

  it('fails a message that it refuses, with its reason and without the number', async () => {
    const fixture = await open()
    await changeSettings(test.deps.db, fixture.companyId, { ownerSms: false })
    await fixture.notifyOrder()
    sms.faults.push({ error: new Rejected('The number +1 (206) 555-0100 is a landline.') })
    mail.faults.push({ error: new Rejected('550 <ana@example.com> unknown') })
    await fixture.send()
    expect((await fixture.one('sms')).error).toBe('The number ••• is a landline.')
    expect((await fixture.one('email')).error).toBe('550 <•••> unknown')
  })

  it('reports that a number has opted out, which is stored', async () => {
    const fixture = await onlyText(await open())
    await fixture.notifyOrder()
    sms.faults.push({ error: new Rejected('Unsubscribed', { code: numberOptedOut }) })
    await fixture.send()
    expect(await fixture.one()).toMatchObject({ status: 'skipped', error: expect.stringContaining('STOP') })
    expect(await fixture.ctx.transaction((tx) => tx.select().from(notificationOptOuts))).toMatchObject([
      { method: 'sms' },
    ])
    const log = await fixture.ctx.transaction((tx) => tx.select().from(auditLog))
    expect(log.map(({ action }) => action)).toEqual(['customer.opt-out'])
  })

  it('is named to users who can set it up', async () => {
    const fixture = await open({ mail: null, sms: null })
    await fixture.notifyOrder()
    await fixture.send()
    expect((await fixture.one('sms')).error).toContain('TWILIO_ACCOUNT_SID')
    expect((await fixture.one('email')).error).toContain('SMTP_URL')
  })

  it('fails a single message when it throws an unexpected error', async () => {
    const fixture = await onlyText(await open())
    await fixture.notifyOrder()
    sms.faults.push({ error: new TypeError('secret +12065550100') })
    await fixture.send()
    expect(await fixture.one()).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('an internal error'),
    })
  })
})

describe('a message whose answer was lost', () => {
  const lost = { error: new Unavailable('No answer', { mayHaveHappened: true }), afterActing: true }

  it('is looked up, if it is a text, and not sent again when it is found', async () => {
    const fixture = await onlyText(await open())
    await fixture.notifyOrder()
    sms.faults.push(lost)
    await fixture.send()
    expect(await fixture.one()).toMatchObject({ status: 'pending', attemptedAt: clock.now() })
    clock.advance(5 * 60)
    sms.lookups.push({ error: new Unavailable('Down') })
    await fixture.send()
    clock.advance(10 * 60)
    expect(await fixture.send()).toMatchObject({ sent: 1 })
    expect(sms.sent).toHaveLength(1)
    expect(await fixture.one()).toMatchObject({ status: 'sent', externalId: 'SM0' })
  })

  it.each<[string, (fixture: NotificationFixture) => unknown]>([
    ['the service refuses to look', () => sms.lookups.push({ error: new Rejected('No such account') })],
    ['looking breaks', () => sms.lookups.push({ error: new TypeError('undefined is not a function') })],
    ['there is no service any more', ({ ctx }) => (ctx.ports.sms = null)],
  ])('stays in doubt, if it is a text, when %s', async (_how, prepare) => {
    const fixture = await onlyText(await open())
    await fixture.notifyOrder()
    sms.faults.push(lost)
    await fixture.send()
    clock.advance(10 * 60)
    prepare(fixture)
    await fixture.send()
    expect(await fixture.one()).toMatchObject({
      status: 'failed',
      error: 'Interrupted while sending: it may have gone out.',
    })
    expect(sms.sent).toHaveLength(1)
  })

  it('is sent, if it is a text that was not sent, unless it became obsolete meanwhile', async () => {
    const fixture = await onlyText(await open())
    const first = await fixture.notifyOrder()
    const second = await fixture.notifyOrder({
      customer: { id: null, email: null, phone: '+12065550111', firstName: null },
    })
    sms.faults.push({ error: lost.error }, { error: lost.error })
    await fixture.send()
    await fixture.move(first.id, 'shipped')
    clock.advance(10 * 60)
    expect(await fixture.send()).toMatchObject({ sent: 1, skipped: 1 })
    expect(sms.sent.map(({ text }) => text)).toEqual([expect.stringContaining(second.externalOrderId)])
  })

  it('is not confused with another one with the same text', async () => {
    const fixture = await onlyText(await open())
    const own = { audience: 'customer', type: 'order_placed', method: 'sms', subject: null, body: 'Thanks' } as const
    await fixture.ctx.transaction((tx) =>
      tx.insert(notificationTemplates).values({ ...own, companyId: fixture.companyId }),
    )
    await fixture.notifyOrder()
    await fixture.send()
    await fixture.notifyOrder()
    sms.faults.push({ error: lost.error })
    await fixture.send()
    clock.advance(10 * 60)
    await fixture.send()
    expect((await fixture.rows()).map(({ status, error }) => [status, error])).toEqual([
      ['sent', null],
      ['failed', 'Interrupted while sending: it may have gone out.'],
    ])
  })

  it('fails and is left to a user, if it is a mail', async () => {
    const fixture = await onlyMail(await open())
    await fixture.notifyOrder()
    mail.faults.push(lost)
    await fixture.send()
    expect(await fixture.one('email')).toMatchObject({
      status: 'failed',
      error: 'Interrupted while sending: it may have gone out.',
    })
    clock.advance(24 * 3600)
    await fixture.send()
    expect(mail.sent).toHaveLength(1)
  })
})
