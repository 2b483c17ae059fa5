import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Tx } from '#server/platform/db/client.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { notificationOptOuts, notifications } from '#server/platform/db/schema/notifications.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestApp, manualClock, noPorts } from '#server/testing/app.ts'
import {
  FakeMail,
  FakeSms,
  createNotificationFixture,
  type NotificationFixture,
} from '#server/testing/notification-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { listCompaniesThatWroteTo } from './opt-outs.ts'
import { parseUnsubscribeToken, unsubscribeToken } from './unsubscribe-token.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
const sms = new FakeSms()
const mail = new FakeMail()
const clock = manualClock(new Date('2026-03-02T20:00:00Z'))
const lines: string[] = []

beforeAll(async () => {
  const log = createLog({ LOG_LEVEL: 'info' }, 'test', { write: (line) => lines.push(line) })
  server = await createTestApp({ clock, log, ports: { ...noPorts, mail, sms } })
})
afterAll(() => server.close())
beforeEach(() => {
  sms.sent.length = 0
  mail.sent.length = 0
})

const optOutsOf = (fixture: NotificationFixture) =>
  fixture.ctx.transaction((tx) => tx.select().from(notificationOptOuts))
const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  server.app.http.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

it('which companies have written to a number is answered for the platform only, and never inside a company', async () => {
  const fixture = await createNotificationFixture(server.deps)
  await fixture.notifyOrder()
  const [message] = await fixture.ctx.transaction((tx) =>
    tx.select({ hash: notifications.recipientHash }).from(notifications).where(eq(notifications.method, 'sms')),
  )
  const ask = (tx: Tx) => listCompaniesThatWroteTo(tx, message?.hash ?? '')
  const { db } = server.deps
  expect(await db.onPlatform(ask)).toContain(fixture.companyId)
  const refusal = { code: '42501' }
  await expect(db.inCompany(fixture.companyId, ask)).rejects.toMatchObject(refusal)
  await expect(db.readCompany(fixture.companyId, ask)).rejects.toMatchObject(refusal)
  await expect(db.onPlatform(ask, fixture.companyId)).rejects.toMatchObject(refusal)
  await expect(db.pool.query('select companies_that_wrote_to($1)', ['x'])).rejects.toMatchObject(refusal)
})

describe('a reply to a text', () => {
  const answer = (keyword: 'stop' | 'start' | 'other', from = '+12065550100') => {
    sms.answer = { from, keyword }
    return post('/api/webhooks/sms', 'Body=STOP', { 'x-twilio-signature': 'a signature' })
  }

  it('with STOP ends texts of every company that wrote to the number, until START', async () => {
    const [one, two, third] = [
      await createNotificationFixture(server.deps),
      await createNotificationFixture(server.deps),
      await createNotificationFixture(server.deps),
    ]
    await one.notifyOrder()
    await two.notifyOrder()
    expect(await answer('stop')).toMatchObject({ statusCode: 200, body: expect.stringContaining('<Response/>') })
    await answer('stop')
    expect([await optOutsOf(one), await optOutsOf(two), await optOutsOf(third)]).toMatchObject([
      [{ method: 'sms' }],
      [{ method: 'sms' }],
      [],
    ])
    await one.send()
    expect(await one.one('sms')).toMatchObject({ status: 'skipped', error: expect.stringContaining('STOP') })
    expect(await one.one('email')).toMatchObject({ status: 'sent' })
    await answer('other')
    expect(await optOutsOf(one)).toHaveLength(1)
    // Erased after its retention period: the opt-out is still known.
    await one.ctx.transaction((tx) => tx.update(notifications).set({ recipientHash: null }))
    await answer('start')
    expect([await optOutsOf(one), await optOutsOf(two)]).toEqual([[], []])
    const log = await one.ctx.transaction((tx) => tx.select().from(auditLog))
    expect(log.map(({ action }) => action)).toEqual(['customer.opt-out', 'customer.opt-in'])
    expect(JSON.stringify(log)).not.toContain('5550100')
  })

  it('with STOP ends the company’s own alerts and tests too, until START', async () => {
    const fixture = await createNotificationFixture(server.deps)
    const ops = await server.as('ops', fixture.companyId)
    const test = () => ops.post('/api/test/notification', { type: 'order_placed', method: 'sms' })
    await fixture.notifyOrder()
    await answer('stop', '+12065550199')
    await test()
    await fixture.send()
    expect(sms.sent.map(({ to }) => to)).toEqual(['+12065550100'])
    const own = (await fixture.rows()).filter(({ audience }) => audience === 'owner')
    expect(own).toMatchObject([
      { status: 'skipped', error: expect.stringContaining('STOP') },
      { status: 'skipped', error: expect.stringContaining('STOP') },
    ])
    expect((await ops.post(`/api/notifications/${own[0]?.id}/resend`)).statusCode).toBe(409)
    await answer('start', '+12065550199')
    await test()
    await fixture.send()
    expect(sms.sent.at(-1)).toMatchObject({ to: '+12065550199' })
  })

  it('with STOP to a code reaches the company that sent it', async () => {
    const fixture = await createNotificationFixture(server.deps)
    const ops = await server.as('ops', fixture.companyId)
    await changeSettings(server.deps.db, fixture.companyId, { alertPhone: '+12065550166' })
    expect((await ops.post('/api/settings/alert-phone/code')).statusCode).toBe(200)
    await answer('stop', '+12065550166')
    const again = await ops.post('/api/settings/alert-phone/code')
    expect([again.statusCode, again.body]).toEqual([409, expect.stringContaining('STOP')])
    expect(sms.sent).toHaveLength(1)
  })

  it('is refused unless the service has signed it', async () => {
    sms.answer = null
    const forged = { 'x-twilio-signature': 'a wrong one' }
    expect((await post('/api/webhooks/sms', 'From=%2B12065550100&Body=STOP', forged)).statusCode).toBe(403)
  })

  it('is refused without a signature before its body is read', async () => {
    const readAnswer = vi.spyOn(sms, 'readAnswer')
    const tooLong = 'x'.repeat(100_000)
    expect((await post('/api/webhooks/sms', tooLong)).statusCode).toBe(403)
    expect((await post('/api/webhooks/sms', tooLong, { 'x-twilio-signature': 'any' })).statusCode).toBe(413)
    expect(readAnswer).not.toHaveBeenCalled()
    readAnswer.mockRestore()
  })
})

describe('the unsubscribe link', () => {
  const linkOf = async (fixture: NotificationFixture) => {
    await fixture.notifyOrder()
    await fixture.send()
    return new URL(mail.sent.at(-1)?.unsubscribeUrl ?? '').pathname
  }

  it('asks first, ends mails of this company, and can be undone', async () => {
    const fixture = await createNotificationFixture(server.deps, { name: 'Pine & Sons' })
    const link = await linkOf(fixture)
    const page = await server.app.http.inject({ url: link })
    expect(page).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.body).toContain('Stop emails from Pine &amp; Sons?')
    expect(await optOutsOf(fixture)).toEqual([])
    expect((await post(link, 'wish=stop')).body).toContain('You are unsubscribed')
    expect(await optOutsOf(fixture)).toMatchObject([{ method: 'email' }])
    await fixture.notifyOrder()
    await fixture.send()
    expect((await fixture.rows()).at(-1)).toMatchObject({ method: 'email', status: 'skipped' })
    expect((await post(link, 'wish=start')).body).toContain('You are subscribed again')
    expect(await optOutsOf(fixture)).toEqual([])
  })

  it('works for mail clients with one request, without our headers', async () => {
    const fixture = await createNotificationFixture(server.deps)
    expect((await post(await linkOf(fixture), 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
    expect(await optOutsOf(fixture)).toMatchObject([{ method: 'email' }])
  })

  it('is not logged', async () => {
    const link = await linkOf(await createNotificationFixture(server.deps))
    await server.app.http.inject({ url: link })
    expect(lines.at(-1)).toContain('"/api/unsubscribe/:token"')
    expect(lines.join('')).not.toContain(link)
  })

  it('reports when it is broken, and changes nothing', async () => {
    const fixture = await createNotificationFixture(server.deps)
    const link = await linkOf(fixture)
    for (const broken of [
      link.slice(0, -1),
      `${link}x`,
      '/api/unsubscribe/x',
      link.replace(/unsubscribe\/../, 'unsubscribe/AA'),
    ]) {
      expect(await server.app.http.inject({ url: broken })).toMatchObject({
        statusCode: 404,
        body: expect.stringContaining('This link does not work'),
      })
      expect((await post(broken, '')).statusCode).toBe(404)
    }
    expect(await optOutsOf(fixture)).toEqual([])
  })

  it('identifies a recipient of one company by a hash that cannot be forged', () => {
    const { vault } = server.deps
    const who = { companyId: '0199a1b2-0000-7000-8000-000000000001', recipientHash: vault.fingerprint('a', 'b') }
    const token = unsubscribeToken(vault, who)
    expect(parseUnsubscribeToken(vault, token)).toEqual(who)
    expect(parseUnsubscribeToken({ ...vault, fingerprint: () => 'other' }, token)).toBeNull()
  })
})
