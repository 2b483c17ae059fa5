import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationDetail, NotificationRow } from '#contract/notifications.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { notifications, notificationOptOuts } from '#server/platform/db/schema/notifications.ts'
import { createTestApp, manualClock, noPorts, type Browser } from '#server/testing/app.ts'
import {
  FakeMail,
  FakeSms,
  createNotificationFixture,
  type NotificationFixture,
} from '#server/testing/notification-fixture.ts'
import { confirmAlertPhone } from '#server/testing/contacts.ts'
import { changeSettings } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
const clock = manualClock(new Date('2026-03-02T20:00:00Z'))
const sms = new FakeSms()
const mail = new FakeMail()
let fixture: NotificationFixture
let ops: Browser
let readonly: Browser

beforeAll(async () => {
  server = await createTestApp({ clock, ports: { ...noPorts, mail, sms } })
})
afterAll(() => server.close())
beforeEach(async () => {
  fixture = await createNotificationFixture(server.deps)
  ops = await server.as('ops', fixture.companyId)
  readonly = await server.as('readonly', fixture.companyId)
})

const list = async (query = '') => (await ops.get(`/api/notifications${query}`)).json<NotificationRow[]>()
const change = (id: string, columns: Partial<typeof notifications.$inferInsert>) =>
  fixture.ctx.transaction((tx) => tx.update(notifications).set(columns).where(eq(notifications.id, id)))
const viewsOf = async (id: string) =>
  (await fixture.ctx.transaction((tx) => tx.select().from(auditLog).where(eq(auditLog.resourceId, id)))).map(
    ({ action }) => action,
  )

describe('the history of messages', () => {
  it('lists all, newest first and paged, with masked recipients', async () => {
    const { orderNumber, externalOrderId } = await fixture.notifyOrder()
    await fixture.send()
    clock.advance(60)
    await fixture.notifyOrder({ type: 'order_cancelled', status: 'cancelled' })
    const all = await list()
    expect(all.map(({ type, method, status }) => `${type} ${method} ${status}`)).toEqual([
      'order_cancelled email pending',
      'order_cancelled sms pending',
      'order_placed email sent',
      'order_placed sms sent',
      'order_placed sms sent',
    ])
    expect(all[2]).toMatchObject({
      recipient: 'a•••@example.com',
      orderNumber,
      shopOrder: expect.stringContaining(`#${externalOrderId}`),
      subject: `We have received your order ${externalOrderId}`,
    })
    expect(new Set(all.slice(3).map(({ recipient }) => recipient))).toEqual(new Set(['•••00', '•••99']))
    const first = await ops.get('/api/notifications?limit=3')
    expect(first.headers['x-total-count']).toBe('5')
    const next = /<(.+)>/.exec(String(first.headers['link']))?.[1] ?? ''
    expect((await ops.get(next)).json<NotificationRow[]>()).toEqual(all.slice(3))
  })

  it('is filtered by kind and by order', async () => {
    const { id } = await fixture.notifyOrder()
    await fixture.notifyOrder()
    await fixture.send()
    expect(await list('?audience=customer&method=email&status=sent&type=order_placed')).toHaveLength(2)
    expect(await list('?status=failed')).toEqual([])
    expect((await list(`?orderId=${id}&audience=customer`)).every(({ orderId }) => orderId === id)).toBe(true)
  })

  it('shows one message in full, and audits once who viewed it', async () => {
    await fixture.notifyOrder()
    await fixture.send()
    const { id } = await fixture.one('email')
    const url = `/api/notifications/${id}`
    expect((await ops.get(url)).json<NotificationDetail>()).toMatchObject({
      recipient: 'ana@example.com',
      message: expect.stringContaining('Hello Ana'),
    })
    const page = await ops.get(`${url}/page`)
    expect(page.headers['content-security-policy']).toContain('sandbox')
    expect(page.body).toContain('Hello Ana')
    expect(page.body).not.toContain('/api/unsubscribe/')
    expect(await viewsOf(id)).toEqual(['notification.view'])
    expect((await readonly.get(url)).json<NotificationDetail>().recipient).toBe('a•••@example.com')
    expect(await viewsOf(id)).toEqual(['notification.view'])
  })

  it('keeps the row of an erased message', async () => {
    await fixture.notifyOrder()
    await fixture.send()
    const { id } = await fixture.one('email')
    await change(id, { recipient: '', subject: '', message: '', recipientHash: null, templateData: null })
    const url = `/api/notifications/${id}`
    expect((await ops.get(url)).json()).toMatchObject({ recipient: null, subject: null, message: null })
    expect((await ops.get(`${url}/page`)).statusCode).toBe(409)
    expect((await ops.get(`/api/notifications/${(await fixture.one('sms')).id}/page`)).statusCode).toBe(409)
  })
})

describe('resending a message', () => {
  const resend = (id: string) => ops.post(`/api/notifications/${id}/resend`)
  const sentMail = async () => {
    await fixture.notifyOrder()
    await fixture.send()
    return (await fixture.one('email')).id
  }

  it('creates a new message with the same text, which later events do not make obsolete', async () => {
    const id = await sentMail()
    const { orderId } = await fixture.one('email')
    await fixture.move(orderId ?? '', 'delivered')
    const before = mail.sent.length
    const answer = await resend(id)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ status: 'pending', method: 'email', orderId })
    expect((await resend(id)).json()).toMatchObject({ detail: 'It’s already being sent again.' })
    await fixture.send()
    expect(mail.sent.slice(before)).toMatchObject([
      { to: ['ana@example.com'], subject: mail.sent[before - 1]?.subject },
    ])
    expect(await viewsOf(id)).toContain('notification.resend')
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['It has not been sent yet.', (id) => change(id, { status: 'pending' })],
    ['It’s waiting for quiet hours to end.', (id) => change(id, { status: 'held', heldUntil: clock.now() })],
    ['erased', (id) => change(id, { recipient: '', recipientHash: null })],
    ['switched off', () => changeSettings(server.deps.db, fixture.companyId, { customerEmail: false })],
    [
      'unsubscribed',
      async () => {
        const { recipientHash } = await fixture.one('email')
        const optOut = { companyId: fixture.companyId, method: 'email' as const, recipientHash: recipientHash ?? '' }
        await fixture.ctx.transaction((tx) => tx.insert(notificationOptOuts).values(optOut))
      },
    ],
  ])('is refused, and the list says why: %s', async (why, prepare) => {
    const id = await sentMail()
    await prepare(id)
    const answer = await resend(id)
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([409, expect.stringContaining(why)])
    const row = (await list()).find((one) => one.id === id)
    expect(row?.resendObstacle).toContain(why)
  })
})

describe('a test message', () => {
  const ask = (type: string, method: string) => ops.post('/api/test/notification', { type, method })

  it('is sent at once to the alert number, or to the user who asks, even if messages are disabled', async () => {
    clock.advance(9 * 3600)
    const off = { ownerSms: false, customerSms: false, customerEmail: false, alertPhone: '+12065550177' }
    await changeSettings(server.deps.db, fixture.companyId, off)
    await confirmAlertPhone(server.deps, fixture.companyId, '+12065550177')
    expect((await ask('order_placed', 'sms')).statusCode).toBe(202)
    expect((await ask('order_shipped', 'email')).statusCode).toBe(202)
    await fixture.send()
    expect(sms.sent.at(-1)).toMatchObject({ to: '+12065550177', text: expect.stringContaining('#1042') })
    expect(mail.sent.at(-1)).toMatchObject({ to: [ops.user.email], unsubscribeUrl: null })
    expect(mail.sent.at(-1)?.text).toContain('Track your package: https://www.ups.com/')
    expect(await list()).toMatchObject([{ isTest: true, audience: 'owner' }, { isTest: true }])
  })

  it('by SMS is refused the 21st time within an hour, before anything is stored or sent', async () => {
    const before = sms.sent.length
    for (let sent = 0; sent < 20; sent += 1) expect((await ask('order_placed', 'sms')).statusCode).toBe(202)
    clock.advance(30 * 60)
    const refused = await ask('order_placed', 'sms')
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      'You can send 20 test texts per hour. Try again in 30 minutes.',
    ])
    await fixture.send()
    expect(sms.sent).toHaveLength(before + 20)
    const [newest] = await list()
    const again = await ops.post(`/api/notifications/${newest?.id}/resend`)
    expect(again.json()).toMatchObject({ detail: expect.stringContaining('20 test texts') })
    expect((await ask('order_placed', 'email')).statusCode).toBe(202)
    const elsewhere = await createNotificationFixture(server.deps)
    const there = await server.as('ops', elsewhere.companyId)
    expect((await there.post('/api/test/notification', { type: 'order_placed', method: 'sms' })).statusCode).toBe(202)
    clock.advance(30 * 60 + 1)
    expect((await ask('order_placed', 'sms')).statusCode).toBe(202)
  })

  it('by SMS is counted when many ask at once', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => ask('order_placed', 'sms')))
    expect(replies.filter(({ statusCode }) => statusCode === 202)).toHaveLength(20)
  })

  it('is refused without a number, a service or such a template', async () => {
    const mute = await createNotificationFixture(server.deps, { phone: '555 0100' })
    const there = await server.as('ops', mute.companyId)
    const refused = await there.post('/api/test/notification', { type: 'order_placed', method: 'sms' })
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      expect.stringContaining('There is no number'),
    ])
    expect((await ask('job_failed', 'sms')).statusCode).toBe(422)
    server.deps.ports.sms = null
    expect((await ask('order_placed', 'sms')).json()).toMatchObject({ detail: expect.stringContaining('TWILIO') })
    server.deps.ports.sms = sms
  })
})
