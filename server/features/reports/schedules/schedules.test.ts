import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReportRun, ReportSchedule } from '#contract/report-schedules.ts'
import { platformContext, type CompanyContext } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { scheduledReports } from '#server/platform/db/schema/reports.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { createTestApp, manualClock, recordTopics } from '#server/testing/app.ts'
import { FakeMail } from '#server/testing/notification-fixture.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import {
  createReportScheduleFixture,
  schedulesPath as path,
  jobCaller,
  withMail,
} from '#server/testing/report-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { sendReport } from './send-report.ts'
import { startDueReports } from './start-runs.ts'

const weekly = { name: 'Channels, weekly', reportType: 'channels', format: 'csv', frequency: 'weekly', weekday: 5 }
const input = {
  ...weekly,
  timeOfDay: '17:30',
  audience: 'marketing',
  recipients: ['Ada@example.com', 'ada@example.com'],
}

let server: Awaited<ReturnType<typeof createTestApp>>
let clock: ReturnType<typeof manualClock>
let mail: FakeMail

const now = () => clock.now()
beforeAll(async () => {
  server = await createTestApp({ clock: { now } })
})
afterAll(() => server.close())
beforeEach(() => {
  // A Monday, half a minute before nine in Berlin.
  clock = manualClock(new Date('2026-03-02T07:59:30Z'))
  mail = new FakeMail()
})

const startDue = () => startDueReports(platformContext(withMail(server.deps, mail), jobCaller))
const seller = (company?: Parameters<typeof createReportScheduleFixture>[2]) =>
  createReportScheduleFixture(server, mail, company)

const mailsOf = (name: string) => mail.sent.filter(({ sender }) => sender.name === name)

describe('scheduled reports', () => {
  it('are two by default, and can be added, changed and deleted', async () => {
    const { companyId, ops, schedules } = await seller()
    const firstOnes = [
      { name: 'Daily sales summary', timeOfDay: '09:00', weekday: null, nextRunAt: '2026-03-02T08:00:00.000Z' },
      { name: 'Weekly inventory report', timeOfDay: '08:00', weekday: 1, nextRunAt: '2026-03-09T07:00:00.000Z' },
    ]
    const common = { isActive: true, recipients: [], fallback: 'office@example.com', lastRun: null, format: 'xlsx' }
    expect(await schedules()).toMatchObject(firstOnes.map((one) => ({ ...one, ...common })))
    const reply = await ops.post(path, input)
    expect(reply.statusCode).toBe(201)
    const made = reply.json<ReportSchedule>()
    expect(made).toMatchObject({ ...weekly, timeOfDay: '17:30', recipients: ['ada@example.com'], isActive: true })
    expect(made.nextRunAt).toBe('2026-03-06T16:30:00.000Z')
    const change = async (body: object) => (await ops.patch(`${path}/${made.id}`, body)).json<ReportSchedule>()
    expect(await change({ name: 'Channels' })).toEqual({ ...made, name: 'Channels' })
    const moved = await change({ frequency: 'daily', weekday: null, timeOfDay: '08:00' })
    expect(moved).toMatchObject({ frequency: 'daily', weekday: null, nextRunAt: '2026-03-03T07:00:00.000Z' })
    expect(await change({ isActive: false })).toMatchObject({ isActive: false, nextRunAt: null })
    const topics = await recordTopics(server.deps, companyId, async () => {
      expect((await ops.delete(`${path}/${made.id}`)).json()).toEqual({ id: made.id })
    })
    expect(topics).toEqual(['reports'])
    expect(await schedules()).toHaveLength(2)
    const written = await server.deps.db.inCompany(companyId, (tx) =>
      tx.select().from(auditLog).where(eq(auditLog.resourceId, made.id)).orderBy(auditLog.id),
    )
    const verbs = ['create', 'update', 'update', 'update', 'remove']
    expect(written.map(({ action }) => action)).toEqual(verbs.map((verb) => `report-schedule.${verb}`))
    expect(JSON.stringify(written)).not.toContain('ada@example.com')
    expect(written[1]?.changes).toEqual({ before: { name: 'Channels, weekly' }, after: { name: 'Channels' } })
  })

  it.each([
    ['a weekly one without a day', 'post', { ...input, weekday: null }],
    ['a daily one with a day', 'post', { ...input, frequency: 'daily' }],
    ['a change to daily that leaves the day', 'patch', { frequency: 'daily' }],
    ['a change that takes the day away', 'patch', { weekday: null }],
  ] as const)('refuses %s, and names the field', async (_what, method, body) => {
    const { ops, schedules } = await seller()
    const kept = await schedules()
    const reply = await ops[method](method === 'post' ? path : `${path}/${kept[1]?.id}`, body)
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ errors: [{ field: 'weekday' }] })
    expect(await schedules()).toEqual(kept)
  })
})

describe('a report that is due', () => {
  it('is mailed once with its file, however many workers run', async () => {
    const { companyId, ctx, runs, jobs, daily } = await seller({ name: 'Pine & Co' })
    await buildOrder(server.deps, companyId, { placedAt: new Date('2026-03-01T22:59:59Z'), channelId: null })
    await buildOrder(server.deps, companyId, { placedAt: new Date('2026-02-28T22:59:59Z'), channelId: null })
    await startDue()
    expect(await runs()).toEqual([])
    clock.advance(30)
    await Promise.all([startDue(), startDue(), startDue()])
    expect(await runs()).toMatchObject([{ dueAt: new Date('2026-03-02T08:00:00Z'), status: 'pending' }])
    const runId = (await runs())[0]?.id ?? ''
    expect(await jobs()).toEqual([{ data: { runId } }])
    await Promise.all([sendReport(ctx(), { runId }), sendReport(ctx(), { runId })])
    await startDue()
    await sendReport(ctx(), { runId })
    const [sent, ...others] = mailsOf('Pine & Co')
    expect(others).toEqual([])
    expect(sent).toMatchObject({
      to: ['office@example.com'],
      replyTo: 'office@example.com',
      subject: 'Daily sales summary: Sunday, Mar 1, 2026',
      unsubscribeUrl: null,
      attachments: [{ fileName: expect.stringMatching(/\.xlsx$/), content: expect.any(Buffer) }],
    })
    // A workbook is a zip file.
    expect(sent?.attachments?.[0]?.content.subarray(0, 2).toString()).toBe('PK')
    expect(sent?.text).toContain('Revenue: $10.00 (0%, $10.00 the day before)')
    expect(sent?.html).toContain('Pine &amp; Co')
    const link = 'http://localhost:5000/reports?type=sales&amp;startDate=2026-03-01&amp;endDate=2026-03-01'
    expect(sent?.html).toContain(`href="${link}"`)
    expect(await daily()).toMatchObject({
      nextRunAt: '2026-03-03T08:00:00.000Z',
      lastRun: { status: 'sent', sentAt: now().toISOString(), error: null, recipients: ['office@example.com'] },
    })
  })

  it('says of a profit how many orders it leaves out, and why', async () => {
    const { companyId, ctx, asked } = await seller({ name: 'Cost & Co' })
    await buildOrder(server.deps, companyId, { placedAt: new Date('2026-03-01T12:00:00Z'), channelId: null })
    const runId = await asked({ reportType: 'profit-channels', format: 'csv' })
    await sendReport(ctx(), { runId })
    expect(mailsOf('Cost & Co')[0]?.text).toMatch(/1 of 1 orders is left out: .*1 order hasn’t been sent yet/)
  })

  it('that was missed for days is sent once, for the newest days, and not while it or its company is inactive', async () => {
    const [open, paused, closed] = [await seller(), await seller(), await seller()]
    await startDue()
    const pausedOne = await paused.daily()
    await paused.ops.patch(`${path}/${pausedOne.id}`, { isActive: false })
    await server.deps.db.onPlatform((tx) =>
      tx.update(companies).set({ isActive: false }).where(eq(companies.id, closed.companyId)),
    )
    clock.advance(3 * 24 * 3600)
    await paused.ops.signInAgain()
    await startDue()
    expect(await open.runs()).toMatchObject([
      { dueAt: new Date('2026-03-04T08:00:00Z'), startDate: '2026-03-03', endDate: '2026-03-03' },
    ])
    expect([...(await paused.runs()), ...(await closed.runs())]).toEqual([])
    await paused.ops.patch(`${path}/${pausedOne.id}`, { isActive: true })
    await startDue()
    expect(await paused.runs()).toEqual([])
    expect(await paused.daily()).toMatchObject({ nextRunAt: '2026-03-05T08:00:00.000Z' })
  })

  it('follows the company to another time zone', async () => {
    const { companyId, runs, daily } = await seller()
    await startDue()
    await changeSettings(server.deps.db, companyId, { timeZone: 'America/New_York' })
    expect(await daily()).toMatchObject({ nextRunAt: '2026-03-02T14:00:00.000Z' })
    await startDue()
    clock.advance(3600)
    await startDue()
    expect(await runs()).toEqual([])
    clock.advance(5 * 3600 + 30)
    await startDue()
    expect(await runs()).toMatchObject([
      { dueAt: new Date('2026-03-02T14:00:00Z'), startDate: '2026-03-01', endDate: '2026-03-01' },
      { dueAt: new Date('2026-03-02T13:00:00Z'), startDate: '2026-02-23', endDate: '2026-03-01' },
    ])
  })
})

describe('a report that is requested by hand', () => {
  it('is sent once at a time, in the name of the person who requested it', async () => {
    const { companyId, ops, ctx, asked, runOf, daily } = await seller()
    const { id } = await daily()
    const runId = await asked({ isActive: false })
    const again = await ops.post(`${path}/${id}/run`, {})
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ detail: expect.stringContaining('already being sent') })
    expect(await daily()).toMatchObject({
      lastRun: { status: 'pending', requestedBy: 'Ana Ruiz', dueAt: now().toISOString() },
    })
    expect(await sendReport(ctx(), { runId })).toEqual({ outcome: 'sent' })
    clock.advance(1)
    const second = await asked()
    await sendReport(ctx(), { runId: second })
    const page = await ops.get(`${path}/${id}/runs?limit=1`)
    expect(page.json<ReportRun[]>().map((run) => run.id)).toEqual([second])
    expect(page.headers['x-total-count']).toBe('2')
    expect(await runOf(runId)).toMatchObject({ startDate: '2026-03-01', endDate: '2026-03-01' })
    const written = await server.deps.db.inCompany(companyId, (tx) =>
      tx
        .select({ actor: auditLog.actorName })
        .from(auditLog)
        .where(and(eq(auditLog.resourceId, id), eq(auditLog.action, 'report-schedule.run'))),
    )
    expect(written).toEqual([{ actor: 'Ana Ruiz' }, { actor: 'Ana Ruiz' }])
  })

  it('can be requested again once a run has been lost for two days', async () => {
    const { ops, asked, runOf } = await seller()
    const runId = await asked()
    clock.advance(48 * 3600)
    await ops.signInAgain()
    await asked()
    expect(await runOf(runId)).toMatchObject({ status: 'failed', error: expect.stringContaining('interrupted') })
  })
})

describe('a report that cannot be sent', () => {
  it('is unsure when a process dies between its claim and the answer, and is not sent again', async () => {
    const { ctx, asked, runOf } = await seller()
    const runId = await asked()
    const deaf = Object.assign(new FakeMail(), { send: () => new Promise<never>(() => {}) })
    void sendReport(ctx(deaf), { runId })
    await expect.poll(async () => (await runOf(runId))?.claimedAt).not.toBeNull()
    expect(await sendReport(ctx(), { runId })).toEqual({ outcome: 'unsure' })
    expect(await sendReport(ctx(), { runId })).toEqual({ outcome: 'over' })
    expect(mail.sent).toEqual([])
    expect(await runOf(runId)).toMatchObject({ status: 'unsure', error: expect.stringContaining('may have been sent') })
  })

  it('waits for a mail server that is down, and is sent when it is back', async () => {
    const { ctx, asked, runOf } = await seller()
    const runId = await asked()
    const away = new Unavailable('The mail server can’t be reached.')
    mail.faults.push({ error: away })
    await expect(sendReport(ctx(), { runId })).rejects.toBe(away)
    const error = 'The mail server can’t be reached. Lockstep will retry automatically.'
    expect(await runOf(runId)).toMatchObject({ status: 'pending', claimedAt: null, error })
    clock.advance(3600)
    expect(await sendReport(ctx(), { runId })).toEqual({ outcome: 'sent' })
    expect(await runOf(runId)).toMatchObject({ status: 'sent', error: null })
    expect(mail.sent).toHaveLength(1)
  })

  const away = new Unavailable('Away.')
  const lost = new Unavailable('No answer.', { mayHaveHappened: true })
  it.each([
    ['away for two days', away, 48 * 3600, 'failed', 'Away.'],
    ['away for less', away, 48 * 3600 - 1, 'pending', 'Away. Lockstep will retry automatically.'],
    ['silent after it took the mail', lost, 0, 'unsure', /may have been sent/],
    ['against the mail', new Rejected('It is spam.'), 0, 'failed', 'It is spam.'],
  ] as const)('reports a mail server that is %s', async (_what, trouble, seconds, status, error) => {
    const { ctx, asked, runOf } = await seller()
    const runId = await asked()
    clock.advance(seconds)
    mail.faults.push({ error: trouble })
    await sendReport(ctx(), { runId }).catch((thrown: unknown) => expect(thrown).toBe(trouble))
    const run = await runOf(runId)
    expect(run?.status).toBe(status)
    expect(run?.error).toMatch(error)
  })

  it('names the recipients that the mail server refused', async () => {
    const { ctx, asked, runOf } = await seller()
    const runId = await asked({ recipients: ['ada@example.com', 'bo@example.com'] })
    mail.unknown.add('bo@example.com')
    await sendReport(ctx(), { runId })
    expect(await runOf(runId)).toMatchObject({
      status: 'sent',
      recipients: ['ada@example.com'],
      error: 'The mail server refused bo@example.com (550 5.1.1).',
    })
  })

  it('says what to do when there is no recipient or no mail server', async () => {
    const [nobody, unserved] = [await seller({ email: null }), await seller()]
    const [alone, stuck] = [await nobody.asked(), await unserved.asked()]
    expect(await sendReport(nobody.ctx(), { runId: alone })).toEqual({ outcome: 'failed' })
    expect((await nobody.runOf(alone))?.error).toContain('Add a recipient')
    expect(await sendReport(unserved.ctx(null), { runId: stuck })).toEqual({ outcome: 'failed' })
    expect((await unserved.runOf(stuck))?.error).toContain('SMTP_URL')
  })

  it('fails its job when it cannot be composed, and is sent when the job is retried', async () => {
    const { ctx, asked, runOf } = await seller()
    const runId = await asked()
    const fault = new Error('broken')
    const broken: CompanyContext = { ...ctx(), read: () => Promise.reject(fault) }
    await expect(sendReport(broken, { runId })).rejects.toBe(fault)
    expect(await runOf(runId)).toMatchObject({ status: 'failed', error: expect.stringContaining('Background Jobs') })
    expect(await sendReport(ctx(), { runId })).toEqual({ outcome: 'sent' })
  })

  it('is skipped when its schedule was deleted meanwhile', async () => {
    const { companyId, ctx, asked } = await seller()
    const runId = await asked()
    await server.deps.db.inCompany(companyId, (tx) => tx.delete(scheduledReports))
    expect(await sendReport(ctx(), { runId })).toEqual({ outcome: 'gone' })
  })
})
