import { AppError } from '#contract/errors.ts'
import type { SystemSettings } from '#contract/settings.ts'
import { recordAllOffersChangedEverywhere } from '#server/features/channels/offer-queries.ts'
import { onThresholdChange } from '#server/features/inventory/follow-threshold.ts'
import { rescheduleSyncs } from '#server/features/marketplace/sync/schedule-queries.ts'
import { recheckHeldMessages } from '#server/features/notifications/sending/claim-message.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isTimeZoneOfDatabase } from './queries/time-zones.ts'

/** Brings up to date what was worked out with the values before. */
export async function onSystemChange(
  tx: Tx,
  ctx: CompanyContext,
  before: SystemSettings,
  after: SystemSettings,
): Promise<void> {
  const { companyId, clock } = ctx
  const hasNew = (...names: (keyof SystemSettings)[]) => names.some((name) => before[name] !== after[name])
  if (hasNew('timeZone')) await assertKnownZone(tx, after.timeZone)
  if (hasNew('syncFrequency')) {
    const frequencies = { before: before.syncFrequency, after: after.syncFrequency }
    await rescheduleSyncs(tx, { companyId, ...frequencies, now: clock.now() })
  }
  if (hasNew('syncFrequency', 'automaticSync')) await ctx.publishChange(tx, 'marketplace')
  if (hasNew('lowStockThreshold')) await onThresholdChange(tx, ctx)
  if (hasNew('safetyBuffer', 'currency')) {
    await recordAllOffersChangedEverywhere(tx, companyId)
    await ctx.publishChange(tx, 'inventory')
  }
  if (hasNew('lowStockThreshold', 'currency')) await ctx.publishChange(tx, 'products')
  if (hasNew('currency', 'timeZone')) await ctx.publishChange(tx, 'promotions')
  if (hasNew('timeZone')) await recheckHeldMessages(tx, ctx)
}

/** The database reckons with the zone too, and need not know all that browsers do. */
async function assertKnownZone(tx: Tx, timeZone: string): Promise<void> {
  if (await isTimeZoneOfDatabase(tx, timeZone)) return
  throw new AppError('invalid', 'This time zone is not known here.', [
    { field: 'timeZone', message: 'Choose another time zone' },
  ])
}
