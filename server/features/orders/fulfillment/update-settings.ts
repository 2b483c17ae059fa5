import type { FulfillmentSettings } from '#contract/fulfillment.ts'
import { changedFields } from '#server/features/products/changed-fields.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { lockSettingsOf, updateSettingsOf } from '../queries/fulfillment-settings.ts'

type Changes = { [K in keyof FulfillmentSettings]?: FulfillmentSettings[K] | undefined }

export async function updateFulfillmentSettings(ctx: CompanyContext, wanted: Changes): Promise<FulfillmentSettings> {
  return ctx.transaction(async (tx) => {
    const { companyId } = ctx
    const before = await lockSettingsOf(tx, companyId)
    const changes = changedFields<FulfillmentSettings>(before, wanted)
    if (!changes) return before
    const after = { ...before, ...changes }
    await updateSettingsOf(tx, companyId, after)
    await recordAudit(tx, ctx, {
      action: 'fulfillment.configure',
      resource: 'settings',
      resourceId: null,
      companyId,
      before,
      after,
    })
    await ctx.announce(tx, 'orders')
    return after
  })
}
