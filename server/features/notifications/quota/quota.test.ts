import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyQuota } from '#contract/admin.ts'
import type { NotificationRow } from '#contract/notifications.ts'
import { noOrigin, platformContext } from '#server/platform/context.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { createTestApp, manualClock, noPorts } from '#server/testing/app.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import {
  createNotificationFixture,
  FakeMail,
  FakeSms,
  type NotificationFixture,
  onlyMail,
  onlyText,
} from '#server/testing/notification-fixture.ts'
import { takeQuota } from './count-messages.ts'
import { watchQuotas } from './watch-quotas.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
const clock = manualClock(new Date('2026-03-02T20:00:00Z'))
let sms: FakeSms
let mail: FakeMail

beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())
beforeEach(() => {
  sms = new FakeSms()
  mail = new FakeMail()
  server.deps.ports = { ...noPorts, sms, mail }
})

type Limits = Partial<Pick<typeof companies.$inferInsert, 'dailyTexts' | 'dailyMails' | 'textCountries'>>

async function openCompany(limits: Limits, company: Parameters<typeof createNotificationFixture>[1] = {}) {
  const fixture = await createNotificationFixture(server.deps, company)
  await server.deps.db.onPlatform((tx) => tx.update(companies).set(limits).where(eq(companies.id, fixture.companyId)))
  return fixture
}

const watch = () =>
  watchQuotas(platformContext(server.deps, { actor: { type: 'job', name: 'Test' }, origin: noOrigin }))
const usedBy = (fixture: NotificationFixture, method: 'sms' | 'email') =>
  fixture.ctx.transaction((tx) => takeQuota(tx, fixture.ctx, method))

describe('the daily quota', () => {
  it('ends texts of the day; the rows say why and can be sent again the next day', async () => {
    const fixture = await onlyText(await openCompany({ dailyTexts: 2 }))
    for (const _ of [1, 2, 3]) await fixture.notifyOrder()
    expect(await fixture.send()).toMatchObject({ sent: 2, skipped: 1 })
    expect(sms.sent).toHaveLength(2)
    const ops = await server.as('ops', fixture.companyId)
    const list = async () => (await ops.get('/api/notifications?status=skipped')).json<NotificationRow[]>()
    const [unsent] = await list()
    expect(unsent).toMatchObject({
      error: expect.stringContaining('text quota is used up'),
      resendObstacle: null,
    })
    expect((await ops.get('/api/settings')).json()).toMatchObject({ quota: { dailyTexts: 2, textsUsed: 2 } })
    clock.advance(24 * 3600)
    await ops.signInAgain()
    expect((await ops.get('/api/settings')).json()).toMatchObject({ quota: { textsUsed: 0 } })
    expect((await ops.post(`/api/notifications/${unsent?.id}/resend`)).statusCode).toBe(201)
    expect(await fixture.send()).toMatchObject({ sent: 1 })
  })

  it('is never passed by workers that send at the same time', async () => {
    const fixture = await onlyMail(await openCompany({ dailyMails: 10 }))
    for (let order = 0; order < 25; order += 1) await fixture.notifyOrder()
    await Promise.all([fixture.send(), fixture.send(), fixture.send()])
    expect(mail.sent).toHaveLength(10)
    const statuses = (await fixture.rows()).map(({ status }) => status)
    expect(statuses.filter((status) => status === 'skipped')).toHaveLength(15)
  })

  it('counts a message once, however often it is tried', async () => {
    const fixture = await onlyText(await openCompany({ dailyTexts: 1 }))
    await fixture.notifyOrder()
    sms.faults.push({ error: new Unavailable('Twilio can’t be reached at the moment.') })
    await fixture.send()
    clock.advance(3600)
    expect(await fixture.send()).toMatchObject({ sent: 1 })
  })

  it('is a matter of each company, method and day, and may be nothing', async () => {
    const [fixture, other] = [await openCompany({ dailyTexts: 1, dailyMails: 0 }), await openCompany({ dailyTexts: 1 })]
    expect([await usedBy(fixture, 'sms'), await usedBy(fixture, 'sms')]).toEqual([true, false])
    expect([await usedBy(fixture, 'email'), await usedBy(other, 'sms')]).toEqual([false, true])
    expect(await other.ctx.transaction((tx) => takeQuota(tx, other.ctx, 'email', 20_001))).toBe(false)
    // Midnight UTC.
    clock.advance(24 * 3600 - ((clock.now().getTime() / 1000) % (24 * 3600)) - 1)
    expect(await usedBy(fixture, 'sms')).toBe(false)
    clock.advance(1)
    expect(await usedBy(fixture, 'sms')).toBe(true)
  })

  it('is not used up by texts to countries that are not allowed, and their rows say why', async () => {
    const fixture = await onlyText(await openCompany({ dailyTexts: 1, textCountries: ['US'] }))
    const customer = { id: null, email: null, firstName: null }
    await fixture.notifyOrder({ customer: { ...customer, phone: '+447700900123' } })
    await fixture.notifyOrder({ customer: { ...customer, phone: '+18765550100' } })
    await fixture.notifyOrder({ customer: { ...customer, phone: '+12065550100' } })
    expect(await fixture.send()).toMatchObject({ sent: 1, skipped: 2 })
    expect(sms.sent).toMatchObject([{ to: '+12065550100' }])
    const errors = (await fixture.rows()).flatMap(({ error }) => error ?? [])
    expect(errors).toEqual([expect.stringContaining('country'), expect.stringContaining('country')])
  })
})

describe('the alarm about a quota', () => {
  /** Subjects of the mails about the company, in order. */
  const toldTo = (address: string) =>
    mail.sent
      .filter(({ to, subject }) => to[0] === address && subject.startsWith('Alder'))
      .map(({ subject }) => subject)

  it('reaches the owner and the provider at 80 % and at 100 %, once a day each', async () => {
    const staff = await server.as('admin')
    const fixture = await openCompany({ dailyTexts: 5 }, { name: 'Alder', email: 'office@alder.test' })
    const use = async (count: number) => {
      for (let n = 0; n < count; n += 1) await usedBy(fixture, 'sms')
    }
    await use(3)
    await watch()
    expect(toldTo('office@alder.test')).toEqual([])
    await use(1)
    mail.faults.push({ error: new Unavailable('down') })
    await watch()
    expect(toldTo('office@alder.test')).toEqual([])
    await watch()
    await watch()
    const first = 'Alder has used 80% of today’s texts'
    expect([toldTo('office@alder.test'), toldTo(staff.user.email)]).toEqual([[first], [first]])
    await use(2)
    await watch()
    await watch()
    expect(toldTo('office@alder.test')).toEqual([first, 'Alder has used up today’s texts'])
    expect(mail.sent.findLast(({ to }) => to[0] === 'office@alder.test')?.text).toContain('1 were not sent')
    clock.advance(24 * 3600)
    await use(4)
    await watch()
    expect(toldTo('office@alder.test').at(-1)).toBe(first)
  })
})

describe('the provider', () => {
  it('sets what a company may send, and sees what it has used; the company cannot', async () => {
    const fixture = await createNotificationFixture(server.deps)
    const url = `/api/admin/companies/${fixture.companyId}/quota`
    const [admin, ops] = [await server.as('admin'), await server.as('ops', fixture.companyId)]
    await usedBy(fixture, 'sms')
    expect((await admin.get(url)).json<CompanyQuota>()).toMatchObject({
      dailyTexts: 2000,
      textsUsed: 1,
      mailsUsed: 0,
    })
    const limits = { dailyTexts: 1, dailyMails: 50, textCountries: ['US', 'GB'] }
    expect((await admin.put(url, limits)).json()).toMatchObject({ ...limits, textsUsed: 1, textsRefused: 0 })
    expect(await usedBy(fixture, 'sms')).toBe(false)
    expect((await admin.get(url)).json()).toMatchObject({ textsUsed: 1, textsRefused: 1 })
    expect((await ops.put(url, { ...limits, dailyTexts: 100 })).statusCode).toBe(403)
    for (const wrong of [{ dailyTexts: -1 }, { dailyMails: 1.5 }, { textCountries: ['XX'] }]) {
      expect((await admin.put(url, { ...limits, ...wrong })).statusCode).toBe(422)
    }
    expect(await auditedChanges(server.deps.db, fixture.companyId, 'company.update-quota')).toMatchObject([
      { changes: { before: { dailyTexts: 2000 }, after: { dailyTexts: 1, textCountries: ['US', 'GB'] } } },
    ])
  })
})
