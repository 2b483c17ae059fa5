import { isDeepStrictEqual } from 'node:util'
import type { CompanySettings } from '#contract/settings.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockSettingsOf, updateSettingsOf, type Settings, type SettingsPart } from './queries/settings.ts'
import { describeSettings } from './read-settings.ts'

/** What else has to move when these values do. */
type OnChange<Values> = (tx: Tx, ctx: CompanyContext, before: Values, after: Values) => Promise<void>

/** One tab of the settings: who saves what is there already changes nothing. */
export async function saveSettings<Part extends SettingsPart>(
  ctx: CompanyContext,
  part: Part,
  wanted: Settings[Part],
  onChange: OnChange<Settings[Part]> = async () => {},
): Promise<CompanySettings> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const before = (await lockSettingsOf(tx, companyId))[part]
    if (isDeepStrictEqual(before, wanted)) return describeSettings(tx, ctx)
    await updateSettingsOf(tx, companyId, part, wanted)
    await onChange(tx, ctx, before, wanted)
    await recordAudit(tx, ctx, {
      action: `settings.update-${part}`,
      resource: 'settings',
      resourceId: null,
      companyId,
      before,
      after: wanted,
    })
    await ctx.publishChange(tx, 'settings')
    return describeSettings(tx, ctx)
  })
}
