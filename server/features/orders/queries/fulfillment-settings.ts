import { eq } from 'drizzle-orm'
import type { FulfillmentSettings } from '#contract/fulfillment.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'

const columns = { healStuckOrders: companySettings.healStuckOrders }

const selectSettings = (tx: Tx, companyId: string) =>
  tx.select(columns).from(companySettings).where(eq(companySettings.companyId, companyId))

export const getSettingsOrThrow = async (tx: Tx, companyId: string): Promise<FulfillmentSettings> =>
  onlyRowOrThrow(await selectSettings(tx, companyId))

export const lockSettings = async (tx: Tx, companyId: string): Promise<FulfillmentSettings> =>
  onlyRowOrThrow(await selectSettings(tx, companyId).for('no key update'))

function onlyRowOrThrow([settings]: FulfillmentSettings[]): FulfillmentSettings {
  if (!settings) throw new Error('Every company has its settings')
  return settings
}

export async function updateSettings(tx: Tx, companyId: string, settings: FulfillmentSettings): Promise<void> {
  await tx.update(companySettings).set(settings).where(eq(companySettings.companyId, companyId))
}
