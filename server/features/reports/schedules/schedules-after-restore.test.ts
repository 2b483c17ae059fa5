import { afterAll, beforeAll, expect, it } from 'vitest'
import { platformContext } from '#server/platform/context.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { FakeMail } from '#server/testing/notification-fixture.ts'
import { createReportScheduleFixture, jobCaller, withMail } from '#server/testing/report-fixture.ts'
import { sendReport } from './send-report.ts'
import { startDueReports } from './start-runs.ts'

// A Monday, half a minute before nine in Berlin.
const clock = manualClock(new Date('2026-03-02T07:59:30Z'))
const mail = new FakeMail()
let server: Awaited<ReturnType<typeof createTestApp>>

beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())

const startDue = () => startDueReports(platformContext(withMail(server.deps, mail), jobCaller))

it('a report that was due before the restore is not sent again', async () => {
  const { ctx, ops, runs, jobs, daily } = await createReportScheduleFixture(server, mail)
  await startDue()
  clock.advance(30)
  await startDue()
  const runId = (await runs())[0]?.id ?? ''
  const deps = withMail(server.deps, mail)
  const gate = { ...deps.gate, restoredAt: new Date('2026-03-03T08:00:01Z') }
  clock.advance(24 * 3600 + 1)
  await ops.signInAgain()
  expect(await sendReport({ ...ctx(), gate }, { runId })).toEqual({ outcome: 'failed' })
  expect(await startDueReports(platformContext({ ...deps, gate }, jobCaller))).toEqual({ started: 0 })
  expect(await daily()).toMatchObject({
    nextRunAt: '2026-03-04T08:00:00.000Z',
    lastRun: { status: 'failed', error: expect.stringContaining('has been restored since then') },
  })
  expect([(await jobs()).length, mail.sent]).toEqual([1, []])
  clock.advance(24 * 3600)
  expect(await startDueReports(platformContext({ ...deps, gate }, jobCaller))).toMatchObject({ started: 1 })
})
