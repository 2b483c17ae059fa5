import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanySettings } from '#contract/settings.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { contactConfirmations } from '#server/platform/db/schema/senders.ts'
import { createLog } from '#server/platform/log.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { type Browser, createTestApp, manualClock, noPorts } from '#server/testing/app.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import {
  createNotificationFixture,
  FakeMail,
  type NotificationFixture,
  onlyMail,
} from '#server/testing/notification-fixture.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
const clock = manualClock(new Date('2026-03-02T20:00:00Z'))
const mail = new FakeMail()
const lines: string[] = []
let fixture: NotificationFixture
let ops: Browser

beforeAll(async () => {
  const log = createLog({ LOG_LEVEL: 'info' }, 'test', { write: (line) => lines.push(line) })
  server = await createTestApp({ clock, log, ports: { ...noPorts, mail } })
})
afterAll(() => server.close())
beforeEach(async () => {
  ;({ fixture, ops } = await openCompany('Pine & Sons'))
  mail.sent.length = 0
})

async function openCompany(name: string) {
  const company = await onlyMail(
    await createNotificationFixture(server.deps, { name, email: `office@${Math.random()}.test` }),
  )
  return { fixture: company, ops: await server.as('ops', company.companyId) }
}

const save = async (senderAddress: string | null, browser = ops) =>
  (await browser.put('/api/settings/mail', { senderName: null, senderAddress, replyTo: null })).json<CompanySettings>()
const stateOf = async (browser = ops) => (await browser.get('/api/settings')).json<CompanySettings>().senderConfirmation
/** The link in the newest mail to this address. */
function linkTo(address: string): string {
  const text = mail.sent.findLast(({ to }) => to[0] === address)?.text ?? ''
  return new URL(/http\S+\/api\/confirm-sender\/\S+/.exec(text)?.[0] ?? 'http://localhost/none').pathname
}
const open = (url: string) => server.app.http.inject({ url })
/** What the audit log says of refused senders and links. */
async function refusals() {
  await server.app.http.refusals.flush()
  return auditedChanges(server.deps.db, fixture.companyId, 'settings.refuse-sender')
}
const confirm = (url: string) => server.app.http.inject({ method: 'POST', url })
async function senderOfNextMail(company = fixture) {
  await company.notifyOrder()
  await company.send()
  const { sender, replyTo } = mail.sent.at(-1) ?? {}
  return { address: sender?.address, name: sender?.name, replyTo }
}

describe('a sender address', () => {
  it('counts once its owner has followed the link that was mailed to it, and pressed the button', async () => {
    const saved = await save('Shop@pine.test')
    expect(saved.senderConfirmation).toEqual({ confirmedAt: null, linkSentAt: clock.now().toISOString() })
    expect(mail.sent).toMatchObject([{ to: ['Shop@pine.test'], sender: { name: null, address: null }, replyTo: null }])
    const link = linkTo('Shop@pine.test')
    expect(await senderOfNextMail()).toEqual({ address: null, name: 'Pine & Sons', replyTo: 'Shop@pine.test' })
    const page = await open(link)
    expect(page).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.body).toContain('Send email from Shop@pine.test?')
    expect(page.body).toContain('Pine &amp; Sons wants to send email')
    // Mail scanners open links.
    expect(await stateOf()).toMatchObject({ confirmedAt: null })
    expect((await confirm(link)).body).toContain('Address confirmed')
    expect(await stateOf()).toMatchObject({ confirmedAt: clock.now().toISOString() })
    expect(await senderOfNextMail()).toEqual({ address: 'Shop@pine.test', name: 'Pine & Sons', replyTo: null })
    const log = await fixture.ctx.transaction((tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'settings.confirm-sender')),
    )
    expect(log).toMatchObject([{ actorName: 'Owner of the sender address' }])
    expect(JSON.stringify(log)).not.toContain('Shop@pine.test')
  })

  it('has a link that works once, for a day, and only while the address is set', async () => {
    await save('shop@oak.test')
    const used = linkTo('shop@oak.test')
    await confirm(used)
    expect([(await open(used)).statusCode, (await confirm(used)).statusCode]).toEqual([404, 404])
    await confirm(used)
    expect(await refusals()).toMatchObject([{ changes: { after: { why: expect.stringContaining('used before') } } }])
    await save('other@oak.test')
    const late = linkTo('other@oak.test')
    clock.advance(24 * 3600)
    await ops.signInAgain()
    expect((await confirm(late)).body).toContain('This link does not work')
    await save('third@oak.test')
    const replaced = linkTo('third@oak.test')
    await save(null)
    expect((await confirm(replaced)).statusCode).toBe(404)
    expect(await stateOf()).toEqual({ confirmedAt: null, linkSentAt: null })
  })

  it('is asked for again when it changes, and frees the former one', async () => {
    await save('shop@elm.test')
    await confirm(linkTo('shop@elm.test'))
    expect((await save('SHOP@elm.test')).senderConfirmation.confirmedAt).not.toBeNull()
    expect((await save('sales@elm.test')).senderConfirmation.confirmedAt).toBeNull()
    expect(await senderOfNextMail()).toMatchObject({ address: null, replyTo: 'sales@elm.test' })
    expect((await save('shop@elm.test')).senderConfirmation.confirmedAt).toBeNull()
    const { ops: others } = await openCompany('Elm Ltd')
    await save('shop@elm.test', others)
    expect((await confirm(linkTo('shop@elm.test'))).statusCode).toBe(200)
  })

  it('belongs to the company that confirms it first; the other learns no more than that it is taken', async () => {
    const rival = await openCompany('Rival Goods')
    await save('shop@shared.test')
    const ours = linkTo('shop@shared.test')
    await save('Shop@Shared.test', rival.ops)
    const theirs = linkTo('Shop@Shared.test')
    expect((await confirm(theirs)).statusCode).toBe(200)
    const refused = await confirm(ours)
    expect(refused.statusCode).toBe(409)
    expect(refused.body).toContain('Another company sends from')
    expect(refused.body).not.toContain('Rival')
    expect(await senderOfNextMail()).toMatchObject({ address: null, replyTo: 'shop@shared.test' })
    expect(await senderOfNextMail(rival.fixture)).toMatchObject({ address: 'Shop@Shared.test' })
    expect(await refusals()).toMatchObject([
      { changes: { after: { why: expect.stringContaining('Another company') } } },
    ])
    expect((await confirm(ours)).statusCode).toBe(404)
  })

  it('cannot be confirmed by the link of another company, by half a link or by what the database holds', async () => {
    await save('shop@ash.test')
    const link = linkTo('shop@ash.test')
    const { ops: others } = await openCompany('Ash Ltd')
    await save('shop@ash.test', others)
    const [company = '', secret = ''] = link.split('/').at(-1)?.split('.') ?? []
    const [otherCompany = ''] = linkTo('shop@ash.test').split('/').at(-1)?.split('.') ?? []
    const [stored] = await fixture.ctx.transaction((tx) => tx.select().from(contactConfirmations))
    expect(JSON.stringify(stored)).not.toContain(secret)
    for (const token of [
      `${otherCompany}.${secret}`,
      company,
      `${company}.`,
      `${company}.${stored?.secretHash}`,
      'x.y',
    ]) {
      expect((await confirm(`/api/confirm-sender/${token}`)).statusCode, token).toBe(404)
    }
    expect(await stateOf()).toMatchObject({ confirmedAt: null })
    expect(lines.join('')).not.toContain(secret)
  })

  it('that was set before links existed is not confirmed, and its owner is asked on request', async () => {
    await fixture.ctx.transaction((tx) => tx.execute(`update company_settings set mail_sender = 'old@fir.test'`))
    expect(await senderOfNextMail()).toMatchObject({ address: null, replyTo: 'old@fir.test' })
    expect(await stateOf()).toEqual({ confirmedAt: null, linkSentAt: null })
    await ops.post('/api/settings/mail/confirmation')
    expect((await confirm(linkTo('old@fir.test'))).statusCode).toBe(200)
    expect(await senderOfNextMail()).toMatchObject({ address: 'old@fir.test', replyTo: null })
    const before = mail.sent.length
    expect((await ops.post('/api/settings/mail/confirmation')).statusCode).toBe(200)
    expect(mail.sent).toHaveLength(before)
  })
})

describe('a link to a sender address', () => {
  it('is sent five times an hour at most', async () => {
    for (const n of [1, 2, 3, 4, 5]) await save(`a${n}@birch.test`)
    expect(mail.sent).toHaveLength(5)
    // Saved all the same; it says that no link was sent.
    expect((await save('a6@birch.test')).senderConfirmation).toEqual({ confirmedAt: null, linkSentAt: null })
    const again = await ops.post('/api/settings/mail/confirmation')
    expect([again.statusCode, again.json<{ detail: string }>().detail]).toEqual([
      409,
      'Limit of 5 links per hour reached. Try again later.',
    ])
    expect(mail.sent).toHaveLength(5)
    clock.advance(3601)
    expect((await ops.post('/api/settings/mail/confirmation')).statusCode).toBe(200)
  })

  it('that could not be mailed can be asked for again', async () => {
    mail.faults.push({ error: new Unavailable('The mail service does not answer') })
    expect((await save('shop@yew.test')).senderConfirmation).toEqual({ confirmedAt: null, linkSentAt: null })
    mail.faults.push({ error: new Unavailable('The mail service does not answer') })
    expect((await ops.post('/api/settings/mail/confirmation')).statusCode).toBe(503)
    const { senderConfirmation } = (await ops.post('/api/settings/mail/confirmation')).json<CompanySettings>()
    expect(senderConfirmation.linkSentAt).not.toBeNull()
    expect((await save(null)).senderConfirmation).toEqual({ confirmedAt: null, linkSentAt: null })
    expect((await ops.post('/api/settings/mail/confirmation')).statusCode).toBe(409)
  })
})
