import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'

/** In whose days and in what money the company is reported. */
export async function readReportSettings(tx: Tx, companyId: string): Promise<{ timeZone: string; currency: string }> {
  const [settings] = await tx
    .select({ timeZone: companySettings.timeZone, currency: companySettings.currency })
    .from(companySettings)
    .where(eq(companySettings.companyId, companyId))
  return settings ?? { timeZone: 'UTC', currency: 'USD' }
}
