import type { NotificationSettings } from '#contract/settings.ts'
import { recheckHeldMessages } from '#server/features/notifications/sending/claim-message.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

export async function onNotificationsChange(
  tx: Tx,
  ctx: CompanyContext,
  before: NotificationSettings,
  after: NotificationSettings,
): Promise<void> {
  const hasSameHours = before.quietHoursStart === after.quietHoursStart && before.quietHoursEnd === after.quietHoursEnd
  if (!hasSameHours) await recheckHeldMessages(tx, ctx)
}
