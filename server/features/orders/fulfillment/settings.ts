import { eq } from 'drizzle-orm'
import type { FulfillmentSettings } from '#contract/fulfillment.ts'
import { changedFields } from '#server/features/products/record-changes.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'

export async function readFulfillmentSettings(ctx: CompanyContext): Promise<FulfillmentSettings> {
  return ctx.read((tx) => getSettingsOrThrow(tx, ctx.companyId))
}

type SettingsInput = { [K in keyof FulfillmentSettings]?: FulfillmentSettings[K] | undefined }

export async function updateFulfillmentSettings(
  ctx: CompanyContext,
  input: SettingsInput,
): Promise<FulfillmentSettings> {
  return ctx.transaction(async (tx) => {
    const { companyId } = ctx
    const before = await lockSettings(tx, companyId)
    const changes = changedFields<FulfillmentSettings>(before, input)
    if (!changes) return before
    const after = { ...before, ...changes }
    await updateSettings(tx, companyId, after)
    await recordAudit(tx, ctx, {
      action: 'fulfillment.configure',
      resource: 'settings',
      resourceId: null,
      companyId,
      before,
      after,
    })
    await ctx.publishChange(tx, 'orders')
    return after
  })
}

const columns = { healStuckOrders: companySettings.healStuckOrders }

const selectSettings = (tx: Tx, companyId: string) =>
  tx.select(columns).from(companySettings).where(eq(companySettings.companyId, companyId))

const getSettingsOrThrow = async (tx: Tx, companyId: string): Promise<FulfillmentSettings> =>
  onlyRowOrThrow(await selectSettings(tx, companyId))

const lockSettings = async (tx: Tx, companyId: string): Promise<FulfillmentSettings> =>
  onlyRowOrThrow(await selectSettings(tx, companyId).for('no key update'))

function onlyRowOrThrow([settings]: FulfillmentSettings[]): FulfillmentSettings {
  if (!settings) throw new Error('Every company has its settings')
  return settings
}

async function updateSettings(tx: Tx, companyId: string, settings: FulfillmentSettings): Promise<void> {
  await tx.update(companySettings).set(settings).where(eq(companySettings.companyId, companyId))
}
