import type { PlatformContext } from '#server/platform/context.ts'
import { fullReadDueBefore } from './full-read-age.ts'
import { findCompaniesDue, claimDueSyncs } from './queries/schedules.ts'
import { isFullReadDue } from './queries/state.ts'
import { requestSync } from './request-sync.ts'

/** What a minute leaves over is due in the next one still. */
const companiesPerMinute = 1_000

/** Any number of workers may do this at once: each company's schedules are taken by one of them. */
export async function startDueSyncs(ctx: PlatformContext): Promise<{ companies: number; started: number }> {
  const now = ctx.clock.now()
  const due = await ctx.transaction((tx) => findCompaniesDue(tx, now, companiesPerMinute))
  let started = 0
  for (const companyId of due) {
    try {
      started += await startDueSyncsOf(ctx, companyId, now)
    } catch (error) {
      ctx.log.error({ err: error, companyId }, 'could not start the syncs of a company')
    }
  }
  return { companies: due.length, started }
}

async function startDueSyncsOf(ctx: PlatformContext, companyId: string, now: Date): Promise<number> {
  const starter = { companyId, clock: ctx.clock, enqueue: ctx.enqueueFor(companyId) }
  return ctx.transaction(async (tx) => {
    const due = await claimDueSyncs(tx, companyId, now)
    for (const { accountId, kind } of due) {
      const mode = (await isFullReadDue(tx, { companyId, accountId, kind }, fullReadDueBefore(now))) ? 'full' : 'delta'
      await requestSync(tx, starter, { accountId, kind, mode, requestedBy: 'Lockstep' })
    }
    if (due.length > 0) await ctx.notifyCompany(tx, companyId, 'marketplace')
    return due.length
  }, companyId)
}
