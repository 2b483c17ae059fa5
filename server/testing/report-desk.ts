import { desc, sql } from 'drizzle-orm'
import type { ReportSchedule } from '#contract/report-schedules.ts'
import { companyContext, noOrigin, type Deps } from '#server/platform/context.ts'
import { reportRuns } from '#server/platform/db/schema/reports.ts'
import { noPorts, type createTestApp } from './app.ts'
import { buildCompany } from './builders.ts'
import type { FakeMail } from './messages.ts'
import { changeSettings } from './stock.ts'

export const schedulesPath = '/api/report-schedules'
export const jobCaller = { actor: { type: 'job', name: 'test' }, origin: noOrigin } as const

export const withMail = (deps: Deps, mail: FakeMail | null): Deps => ({ ...deps, ports: { ...noPorts, mail } })

/** A company in Berlin that has reports mailed. */
export async function createReportScheduleFixture(
  { deps, as }: Pick<Awaited<ReturnType<typeof createTestApp>>, 'deps' | 'as'>,
  mail: FakeMail,
  company: Parameters<typeof buildCompany>[1] = {},
) {
  const { db } = deps
  const { id: companyId } = await buildCompany(db, company)
  await changeSettings(db, companyId, { timeZone: 'Europe/Berlin' })
  const ops = await as('ops', companyId)
  const schedules = async () => (await ops.get(schedulesPath)).json<ReportSchedule[]>()
  const daily = async () => {
    const [first] = await schedules()
    if (!first) throw new Error('Every company has two')
    return first
  }
  const runs = () =>
    db.inCompany(companyId, (tx) => tx.select().from(reportRuns).orderBy(desc(reportRuns.dueAt), desc(reportRuns.id)))
  return {
    companyId,
    ops,
    schedules,
    daily,
    runs,
    runOf: async (runId: string) => (await runs()).find(({ id }) => id === runId),
    ctx: (service: FakeMail | null = mail) => companyContext(withMail(deps, service), jobCaller, companyId),
    /** The run of the daily report that somebody asks for now. */
    async asked(changes: object = {}) {
      const { id } = await daily()
      await ops.patch(`${schedulesPath}/${id}`, changes)
      const reply = await ops.post(`${schedulesPath}/${id}/run`, {})
      if (reply.statusCode !== 202) throw new Error(reply.body)
      return (await runs())[0]?.id ?? ''
    },
    jobs: () =>
      db.inCompany(companyId, async (tx) => {
        const { rows } = await tx.execute(sql`select data from background_jobs where name = 'reports.send'`)
        return rows
      }),
  }
}
