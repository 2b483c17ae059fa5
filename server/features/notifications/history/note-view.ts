import { recordPersonalDataViews } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { StoredMessage } from './queries/history.ts'

export const seesPersonalData = ({ actor }: CompanyContext): boolean =>
  actor.type !== 'user' || actor.role !== 'readonly'

/** The audit log says who saw whose data; the company's own messages are nobody's. */
export async function recordView(
  tx: Tx,
  ctx: CompanyContext,
  { id, audience, isErased }: StoredMessage,
): Promise<void> {
  if (audience !== 'customer' || isErased || !seesPersonalData(ctx)) return
  await recordPersonalDataViews(tx, ctx, { action: 'notification.view', resource: 'notification', resourceIds: [id] })
}
