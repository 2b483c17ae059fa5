import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMail } from '#emulators/smtp/mail.ts'
import { startSmtp, type RunningSmtp } from '#emulators/smtp/start-smtp.ts'
import { sendReport } from '#server/features/reports/schedules/send-report.ts'
import { createSmtpMail } from '#server/integrations/smtp/mail.ts'
import { reportRuns } from '#server/platform/db/schema/reports.ts'
import { type Browser, createTestApp, manualClock, noPorts } from '#server/testing/app.ts'
import { createNotificationFixture, FakeMail, type NotificationFixture } from '#server/testing/notification-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let smtp: RunningSmtp
let service: ReturnType<typeof createSmtpMail>
const clock = manualClock(new Date('2026-03-02T20:00:00Z'))
const victim = 'ceo@victim.example'
const product = 'Lockstep <mail@lockstep.test>'

beforeAll(async () => {
  smtp = await startSmtp()
  service = createSmtpMail({ url: smtp.url, from: product, requiresStartTls: false })
  server = await createTestApp({ clock })
})
afterAll(async () => {
  await server.close()
  service.close()
  await smtp.stop()
})

/** A company that has typed an address that is not its own, at every place that takes one. */
async function openCompany(): Promise<{ fixture: NotificationFixture; ops: Browser }> {
  const fixture = await createNotificationFixture(server.deps, { name: 'Pine', email: 'office@pine.test' })
  await changeSettings(server.deps.db, fixture.companyId, { mailSender: victim, mailSenderName: `CEO <${victim}>` })
  return { fixture, ops: await server.as('ops', fixture.companyId) }
}

/** Everything that makes the product send mail for a company. */
async function sendEverything({ fixture, ops }: Awaited<ReturnType<typeof openCompany>>): Promise<void> {
  await fixture.notifyOrder()
  await ops.post('/api/test/notification', { type: 'order_placed', method: 'email' })
  await fixture.send()
  await ops.post('/api/settings/mail/test', { senderName: 'CEO', senderAddress: victim, replyTo: null })
  await ops.post('/api/settings/mail/confirmation')
  const [schedule] = (await ops.get('/api/report-schedules')).json<{ id: string }[]>()
  await ops.post(`/api/report-schedules/${schedule?.id}/run`, {})
  const runs = await fixture.ctx.transaction((tx) => tx.select().from(reportRuns))
  for (const { id } of runs) await sendReport(fixture.ctx, { runId: id })
}

it('mail From: an unconfirmed address never reaches the mail server', async () => {
  server.deps.ports = { ...noPorts, mail: service }
  await sendEverything(await openCompany())
  const mails = await Promise.all(smtp.state.mails.map((one) => readMail(smtp.state, one)))
  for (const one of mails) {
    expect(one.from, one.subject).toMatch(/<mail@lockstep\.test>$/)
    expect(one.from, one.subject).not.toContain('victim')
    expect(one.envelopeFrom).toBe('mail@lockstep.test')
  }
  expect(mails).toHaveLength(5)
  const toCustomer = mails.find(({ to }) => to === 'ana@example.com')
  expect(toCustomer).toMatchObject({ from: 'CEO <mail@lockstep.test>', replyTo: victim })
})

it('mail From: an unconfirmed address is never handed to the mail port', async () => {
  const mail = new FakeMail()
  server.deps.ports = { ...noPorts, mail }
  await sendEverything(await openCompany())
  for (const { sender } of mail.sent) {
    expect(sender.address).toBeNull()
    expect(sender.name ?? '').not.toContain('@')
  }
  expect(mail.sent).toHaveLength(5)
})
