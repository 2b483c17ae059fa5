import type { FulfillmentSettings } from '#contract/fulfillment.ts'
import { changedFields } from '#server/features/products/changed-fields.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { lockSettings, updateSettings } from '../queries/fulfillment-settings.ts'

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
