import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'

/** Has what is held judged anew: other quiet hours may let it go out sooner. */
export async function recheckHeldMessages(tx: Tx, ctx: CompanyContext): Promise<void> {
  await tx
    .update(notifications)
    .set({ dueAt: ctx.clock.now() })
    .where(and(eq(notifications.companyId, ctx.companyId), eq(notifications.status, 'held')))
  ctx.triggerWorker(tx, 'notifications.send')
}
