import { noteViews } from '#server/platform/note-views.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { KeptMessage } from './queries/history.ts'

export const seesPersonalData = ({ actor }: CompanyContext): boolean =>
  actor.type !== 'user' || actor.role !== 'readonly'

/** The audit log says who saw whose data; the company's own messages are nobody's. */
export async function noteView(tx: Tx, ctx: CompanyContext, { id, audience, isErased }: KeptMessage): Promise<void> {
  if (audience !== 'customer' || isErased || !seesPersonalData(ctx)) return
  await noteViews(tx, ctx, { action: 'notification.view', resource: 'notification', resourceIds: [id] })
}
