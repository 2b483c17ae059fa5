import type { PlatformContext } from '#server/platform/context.ts'
import { eraseBuyer } from './erase-buyer.ts'
import { type ErasedCounts, sumErased } from './erase-personal-data.ts'
import { purgeCompany } from './purge-company.ts'
import { listRetentions } from './purge-queries.ts'

export const privacyJobs = {
  'privacy.purge': purgePersonalData,
  'privacy.erase-buyer': eraseBuyer,
}

/**
 * Hourly job: erases personal data past its retention in every company. A company that fails does not stop the others.
 */
export async function purgePersonalData(ctx: PlatformContext): Promise<{ erased: ErasedCounts }> {
  let erased: ErasedCounts = {}
  const failures: unknown[] = []
  for (const retention of await ctx.transaction(listRetentions)) {
    try {
      erased = sumErased(erased, await purgeCompany(ctx, retention))
    } catch (error) {
      ctx.log.error({ err: error, companyId: retention.companyId }, 'could not erase the personal data of a company')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return { erased }
}
