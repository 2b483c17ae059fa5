import { AppError } from '#contract/errors.ts'
import type { SystemSettings } from '#contract/settings.ts'
import { noteAllOffersEverywhere } from '#server/features/channels/queries/offer-changes.ts'
import { followThreshold } from '#server/features/inventory/follow-threshold.ts'
import { moveSchedules } from '#server/features/marketplace/sync/queries/schedules.ts'
import { reconsiderHeld } from '#server/features/notifications/quiet-hours/reconsider-held.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isTimeZoneOfDatabase } from './queries/time-zones.ts'

/** Brings up to date what was worked out with the values before. */
export async function followSystem(
  tx: Tx,
  ctx: CompanyContext,
  before: SystemSettings,
  after: SystemSettings,
): Promise<void> {
  const { companyId, clock } = ctx
  const hasNew = (...names: (keyof SystemSettings)[]) => names.some((name) => before[name] !== after[name])
  if (hasNew('timeZone')) await refuseUnknownZone(tx, after.timeZone)
  if (hasNew('syncFrequency')) {
    const frequencies = { before: before.syncFrequency, after: after.syncFrequency }
    await moveSchedules(tx, { companyId, ...frequencies, now: clock.now() })
  }
  if (hasNew('syncFrequency', 'automaticSync')) await ctx.announce(tx, 'marketplace')
  if (hasNew('lowStockThreshold')) await followThreshold(tx, ctx)
  if (hasNew('safetyBuffer', 'currency')) {
    await noteAllOffersEverywhere(tx, companyId)
    await ctx.announce(tx, 'inventory')
  }
  if (hasNew('lowStockThreshold', 'currency')) await ctx.announce(tx, 'products')
  if (hasNew('currency', 'timeZone')) await ctx.announce(tx, 'promotions')
  if (hasNew('timeZone')) await reconsiderHeld(tx, ctx)
}

/** The database reckons with the zone too, and need not know all that browsers do. */
async function refuseUnknownZone(tx: Tx, timeZone: string): Promise<void> {
  if (await isTimeZoneOfDatabase(tx, timeZone)) return
  throw new AppError('invalid', 'This time zone is not known here.', [
    { field: 'timeZone', message: 'Choose another time zone' },
  ])
}
