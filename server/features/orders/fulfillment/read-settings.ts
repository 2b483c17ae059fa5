import type { FulfillmentSettings } from '#contract/fulfillment.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { getSettingsOrThrow } from '../queries/fulfillment-settings.ts'

export async function readFulfillmentSettings(ctx: CompanyContext): Promise<FulfillmentSettings> {
  return ctx.read((tx) => getSettingsOrThrow(tx, ctx.companyId))
}
