import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { customers } from '#server/platform/db/schema/customers.ts'
import { notificationOptOuts, notificationTemplates } from '#server/platform/db/schema/notifications.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { createTestDeps, manualClock, noPorts } from '#server/testing/app.ts'
import {
  FakeMail,
  FakeSms,
  isSendingDue,
  onlyMail,
  onlyOwner,
  onlyText,
  createNotificationFixture,
} from '#server/testing/notification-fixture.ts'
import { confirmMailSender } from '#server/testing/contacts.ts'
import { storeImage } from '#server/testing/images.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { enqueueNotifications } from '../order-notifications.ts'
import { hashRecipient } from '../recipients.ts'
import { skipMessages } from './queries.ts'

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

describe('a due message', () => {
  it('is sent once, as text and as mail, with its date', async () => {
    const fixture = await open()
    const { externalOrderId } = await fixture.notifyOrder()
    expect(await isSendingDue(fixture)).toBe(true)
    expect(await fixture.send()).toMatchObject({ sent: 3, failed: 0 })
    expect(await isSendingDue(fixture)).toBe(false)
    expect(await fixture.send()).toMatchObject({ sent: 0 })
    expect(sms.sent.map(({ to }) => to).toSorted()).toEqual(['+12065550100', '+12065550199'])
    expect(sms.sent.find(({ to }) => to === '+12065550100')?.text).toBe(
      `${fixture.companyName}: thank you for your order ${externalOrderId} ($10.00). We will let you know when it ships. Reply STOP to opt out.`,
    )
    expect(mail.sent).toHaveLength(1)
    expect(await fixture.one()).toMatchObject({ status: 'sent', sentAt: clock.now(), externalId: expect.any(String) })
  })

  it('is a mail from the company with its order, an unsubscribe link and a plain-text part', async () => {
    const fixture = await onlyMail(await open())
    await changeSettings(test.deps.db, fixture.companyId, { mailSenderName: 'Pine', mailReplyTo: 'help@pine.test' })
    const parcels = [{ carrier: 'UPS', trackingNumber: '1Z<9>' }]
    const { externalOrderId, items } = await fixture.notifyOrder({ type: 'order_shipped', status: 'shipped', parcels })
    await fixture.send()
    const [sent] = mail.sent
    expect(sent).toMatchObject({
      sender: { name: 'Pine', address: null },
      replyTo: 'help@pine.test',
      to: ['ana@example.com'],
      subject: `Your order ${externalOrderId} is on its way`,
      unsubscribeUrl: expect.stringMatching(/^http:\/\/localhost:5000\/api\/unsubscribe\/[\w.-]+$/),
    })
    expect(sent?.text).toContain('Hello Ana,\n\nGood news')
    expect(sent?.text).toContain('Tracking: UPS 1Z<9>')
    expect(sent?.text).toContain(`What you ordered:\n1 × ${items[0]?.sku}`)
    expect(sent?.text).toContain('You’re receiving this email because you ordered from')
    for (const part of [sent?.text, sent?.html]) {
      expect(part).toContain('https://www.ups.com/track?tracknum=1Z%3C9%3E')
      expect(part).toContain(sent?.unsubscribeUrl)
      expect(part).toContain(`because you ordered from ${fixture.companyName}`)
    }
    expect(sent?.html).toContain('1Z&lt;9&gt;')
    expect(sent?.html).not.toContain('1Z<9>')
  })

  it.each([
    ['the product', null, 'office@pine.test'],
    ['the product, until the address is confirmed', 'shop@pine.test', 'shop@pine.test'],
  ])('has the company as its reply address, not us (sent by %s)', async (_by, mailSender, replyTo) => {
    const fixture = await onlyMail(await open({}, { email: 'office@pine.test' }))
    await changeSettings(test.deps.db, fixture.companyId, { mailSender })
    await fixture.notifyOrder()
    await fixture.send()
    expect(mail.sent).toMatchObject([{ sender: { address: null }, replyTo }])
  })

  it('carries the company’s logo as an attachment, its color with readable text, and its address', async () => {
    const fixture = await onlyMail(await open())
    const content = Buffer.from('a picture')
    await storeImage(test.deps.db, fixture.companyId, { content })
    await changeSettings(test.deps.db, fixture.companyId, {
      brandColor: '#ffd400',
      shownAddress: '7 Dock Rd\nSeattle',
    })
    const parcels = [{ carrier: 'UPS', trackingNumber: '1Z9' }]
    await fixture.notifyOrder({ type: 'order_shipped', status: 'shipped', parcels })
    await fixture.send()
    const [sent] = mail.sent
    expect(sent?.attachments).toEqual([{ fileName: 'logo.png', contentType: 'image/png', contentId: 'logo', content }])
    expect(sent?.html).toContain('<img src="cid:logo"')
    expect(sent?.html).toMatch(/background:#ffd400;[^>]*>\n<a href="https:\/\/www\.ups\.com[^>]*color:#000000;/)
    for (const part of [sent?.text, sent?.html]) expect(part).toContain('7 Dock Rd, Seattle')
  })

  it('from a confirmed address is answered there', async () => {
    const fixture = await onlyMail(await open())
    await confirmMailSender(test.deps, fixture.companyId, 'shop@pine.test')
    await fixture.notifyOrder()
    await fixture.send()
    expect(mail.sent).toMatchObject([{ sender: { address: 'shop@pine.test' }, replyTo: null }])
  })

  it('uses the company’s template, and greets nobody by an unknown name', async () => {
    const fixture = await onlyMail(await open())
    const own = { audience: 'customer', type: 'order_placed', method: 'email' } as const
    const words = { subject: 'Hi {{firstName}}', body: 'Dear {{firstName}},\n\n{{total}}' }
    await fixture.ctx.transaction((tx) =>
      tx.insert(notificationTemplates).values({ ...own, ...words, companyId: fixture.companyId }),
    )
    const customer = { id: null, email: 'a@b.test', phone: null, firstName: null }
    await fixture.notifyOrder({ customer })
    await fixture.send()
    expect(mail.sent).toMatchObject([{ subject: 'Hi', text: expect.stringContaining('Dear,\n\n$10.00') }])
  })

  it.each([
    ['Win $500 at evil.example', 'Hello,'],
    ['https://evil.example', 'Hello,'],
    ['J.R. 🌲 O’Neill', 'Hello J.R. 🌲 O’Neill,'],
  ])('greets %s, whose name anybody can type: %s', async (firstName, greeting) => {
    const fixture = await onlyMail(await open())
    await fixture.notifyOrder({ customer: { id: null, email: 'a@b.test', phone: null, firstName } })
    await fixture.send()
    expect(mail.sent).toMatchObject([{ text: expect.stringContaining(`${greeting}\n`) }])
  })

  it('names a few parcels and counts the others, so that it fits into a text', async () => {
    const fixture = await onlyText(await open())
    const parcels = Array.from({ length: 80 }, (_, index) => ({ carrier: 'UPS', trackingNumber: `1Z${index}` }))
    await fixture.notifyOrder({ type: 'order_shipped', status: 'shipped', parcels })
    await fixture.send()
    expect(sms.sent.at(-1)?.text).toMatch(/Tracking: UPS 1Z0, .* UPS 1Z4 and 75 more$/)
  })

  it('is sent once, however often its cause is seen', async () => {
    const fixture = await onlyText(await open())
    const { id } = await fixture.notifyOrder()
    const same = { type: 'order_placed', orderId: id, orderNumber: 'X', channelName: 'Shop', total: '1.00' } as const
    const customer = { id: null, email: null, phone: '+12065550100', firstName: null }
    await fixture.ctx.transaction((tx) =>
      enqueueNotifications(tx, fixture.ctx, [{ ...same, currency: 'USD', customer }]),
    )
    expect(await fixture.rows()).toHaveLength(1)
  })

  it('uses the country of the address for a number without a country code, and is not sent to an ambiguous one', async () => {
    const fixture = await onlyText(await open())
    const customer = { id: null, email: null, phone: '(206) 555-0123', firstName: null }
    await fixture.notifyOrder({ customer })
    await fixture.notifyOrder({ customer, place: { country: 'DE', state: null, postalCode: '10115' } })
    await fixture.send()
    expect(sms.sent.map(({ to }) => to)).toEqual(['+12065550123'])
    expect((await fixture.rows()).map(({ status, error }) => [status, error])).toEqual([
      ['sent', null],
      ['skipped', expect.stringContaining('no country code')],
    ])
  })
})

it('is left to the next run before a stopping worker would cut it off', async () => {
  const fixture = await onlyText(await open())
  for (let order = 0; order < 8; order += 1) await fixture.notifyOrder()
  const send = sms.send.bind(sms)
  sms.send = async (text) => {
    clock.advance(4)
    return send(text)
  }
  const { sent } = await fixture.send()
  expect(sent).toBeGreaterThanOrEqual(4)
  expect(sent).toBeLessThanOrEqual(7)
  expect(await isSendingDue(fixture)).toBe(true)
})

describe('a message to a customer is skipped', () => {
  const skipped = (error: string) => ({ status: 'skipped', error: expect.stringContaining(error), attemptedAt: null })

  it.each([
    ['order_placed', 'placed', 'shipped'],
    ['order_placed', 'placed', 'cancelled'],
    ['order_shipped', 'shipped', 'delivered'],
    ['order_cancelled', 'cancelled', 'placed'],
  ] as const)('when %s is overtaken: the order was %s and is %s', async (type, before, after) => {
    const fixture = await onlyText(await open())
    const { id } = await fixture.notifyOrder({ type, status: before })
    await fixture.move(id, after)
    await fixture.send()
    expect(await fixture.one()).toMatchObject(skipped(`Outdated: the order is now ${after}`))
    expect(sms.sent).toEqual([])
  })

  it('when the company has disabled such messages meanwhile', async () => {
    const fixture = await onlyText(await open())
    await fixture.notifyOrder()
    await changeSettings(test.deps.db, fixture.companyId, { customerSms: false })
    await fixture.send()
    expect(await fixture.one()).toMatchObject(skipped('switched off'))
  })

  it('when the customer has opted out, by this method and from this company', async () => {
    const fixture = await open()
    const hash = hashRecipient(test.deps.vault, 'ana@example.com')
    await fixture.ctx.transaction((tx) =>
      tx.insert(notificationOptOuts).values({ companyId: fixture.companyId, method: 'email', recipientHash: hash }),
    )
    await fixture.notifyOrder()
    await fixture.send()
    expect(await fixture.one('email')).toMatchObject(skipped('unsubscribed'))
    expect(await fixture.one('sms')).toMatchObject({ status: 'sent' })
  })

  it('when it could not be sent for three days', async () => {
    const fixture = await onlyText(await open())
    await fixture.notifyOrder()
    clock.advance(3 * 24 * 3600)
    await fixture.send()
    expect(await fixture.one()).toMatchObject(skipped('Too late'))
  })

  it('when the customer’s data have been erased', async () => {
    const fixture = await onlyText(await open())
    const { customer } = await fixture.notifyOrder()
    await fixture.ctx.transaction((tx) =>
      tx
        .update(customers)
        .set({ erasedAt: clock.now() })
        .where(eq(customers.id, customer?.id ?? '')),
    )
    await fixture.send()
    expect(await fixture.one()).toMatchObject(skipped('erased'))
  })
})

describe('new orders placed at once', () => {
  it('are one text to the company', async () => {
    const fixture = await onlyOwner(await open())
    const placed = [await fixture.notifyOrder(), await fixture.notifyOrder(), await fixture.notifyOrder()]
    expect(await fixture.send()).toMatchObject({ sent: 1 })
    const named = placed
      .map(({ orderNumber, externalOrderId }) => `${orderNumber} · #${externalOrderId} (Web shop, $10.00)`)
      .join(', ')
    expect(sms.sent.map(({ text }) => text)).toEqual([`3 new orders: ${named}.`])
    expect(await fixture.statuses()).toEqual(['owner sms sent', 'owner sms skipped', 'owner sms skipped'])
  })

  it('are reported at most once a minute, and those in between in one text', async () => {
    const fixture = await onlyOwner(await open())
    await fixture.notifyOrder()
    await fixture.send()
    expect(sms.sent).toMatchObject([{ text: expect.stringMatching(/^New order /) }])
    for (let order = 0; order < 5; order += 1) {
      clock.advance(10)
      await fixture.notifyOrder()
      await fixture.send()
    }
    expect(sms.sent).toHaveLength(1)
    clock.advance(10)
    await fixture.send()
    expect(sms.sent).toMatchObject([{}, { text: expect.stringMatching(/^5 new orders: /) }])
    clock.advance(60)
    await fixture.notifyOrder()
    await fixture.send()
    expect(sms.sent.at(-1)?.text).toMatch(/^New order /)
  })

  it('name five of them, however many are combined, and however often', async () => {
    const fixture = await onlyOwner(await open())
    sms.faults.push({ error: new Unavailable('Down') })
    for (let order = 0; order < 7; order += 1) await fixture.notifyOrder()
    await fixture.send()
    clock.advance(3600)
    const { orderNumber } = await fixture.notifyOrder()
    await fixture.send()
    expect(sms.sent).toMatchObject([{ text: expect.stringMatching(/^8 new orders: .* and 3 more\.$/) }])
    const rows = await fixture.rows()
    expect(rows.at(-1)).toMatchObject({ status: 'sent', templateData: { count: 8, named: { length: 5 } } })
    expect(rows.at(-2)?.error).toContain(`Combined into one text with ${orderNumber},`)
  })

  it('do not expire with one that could not be sent for three days', async () => {
    const fixture = await onlyOwner(await open())
    sms.faults.push({ error: new Unavailable('Down') })
    await fixture.notifyOrder()
    await fixture.send()
    clock.advance(3 * 24 * 3600)
    await fixture.notifyOrder()
    expect(await fixture.send()).toMatchObject({ sent: 1 })
    expect(sms.sent).toMatchObject([{ text: expect.stringMatching(/^2 new orders: /) }])
  })

  it('may be more than a statement has parameters for', async () => {
    const { ctx, companyId } = await open()
    const ids = Array.from({ length: 66_000 }, () => companyId)
    await expect(ctx.transaction((tx) => skipMessages(tx, companyId, ids, 'Told'))).resolves.toBeUndefined()
  })

  it('are one text after an outage of hours, too', async () => {
    const fixture = await onlyOwner(await open())
    for (let hour = 0; hour < 6; hour += 1) {
      sms.faults.push({ error: new Unavailable('Down') })
      await fixture.notifyOrder()
      await fixture.send()
      clock.advance(3600)
    }
    sms.faults.length = 0
    await fixture.notifyOrder()
    await fixture.send()
    expect(sms.sent).toMatchObject([{ text: expect.stringMatching(/^7 new orders: /) }])
    clock.advance(3 * 3600)
    await fixture.send()
    expect(sms.sent).toHaveLength(1)
  })
})
