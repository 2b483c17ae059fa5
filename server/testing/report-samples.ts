import { eq } from 'drizzle-orm'
import type { Deps } from '#server/platform/context.ts'
import { scheduledReports } from '#server/platform/db/schema/reports.ts'

const days = { startDate: '2026-02-01', endDate: '2026-03-02' }
/** Reports are named, and every company has the same. */
const noSuchReport = { type: 'taxes' }
const schedule = {
  name: 'Channels, weekly',
  reportType: 'channels',
  format: 'csv',
  frequency: 'weekly',
  weekday: 5,
  timeOfDay: '17:30',
  audience: 'marketing',
  recipients: ['ada@example.com'],
}

/** Calls of the reports', the schedules' and the search's endpoints that pass validation, and ids of another company. */
export async function reportSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const [own = '', second = ''] = await schedulesOf(deps, companyId)
  const [foreign = ''] = await schedulesOf(deps, otherCompanyId)
  const bySchedule = { params: { scheduleId: own }, foreign: { scheduleId: foreign } }
  return {
    reports: {
      read: { params: { type: 'sales' }, query: days, foreign: noSuchReport },
      export: { params: { type: 'channels' }, query: { ...days, format: 'csv' }, foreign: noSuchReport },
      orders: { query: days },
    },
    reportSchedules: {
      list: {},
      create: { body: schedule },
      update: { ...bySchedule, body: { isActive: false } },
      remove: { params: { scheduleId: second }, foreign: { scheduleId: foreign } },
      run: { ...bySchedule, body: {} },
      runs: bySchedule,
    },
    search: { find: { query: { q: 'tee' } } },
  }
}

/** Every company has two from its first day on. */
const schedulesOf = async (deps: Deps, companyId: string): Promise<string[]> =>
  deps.db.inCompany(companyId, async (tx) => {
    const found = await tx
      .select({ id: scheduledReports.id })
      .from(scheduledReports)
      .where(eq(scheduledReports.companyId, companyId))
    return found.map(({ id }) => id)
  })
