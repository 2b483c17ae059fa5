import { deleteSessionsOf } from '#server/features/auth/queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { getUserOrThrow } from './queries.ts'

/** Signs a person out everywhere: the next request of any of their browsers is refused. */
export async function endSessions(ctx: PlatformContext, { userId }: { userId: string }): Promise<{ ended: number }> {
  return ctx.transaction(async (tx) => {
    const { companyId } = await getUserOrThrow(tx, userId)
    const ended = await deleteSessionsOf(tx, userId)
    await recordAudit(tx, ctx, {
      action: 'user.end-sessions',
      resource: 'user',
      resourceId: userId,
      companyId,
      after: { ended },
    })
    return { ended }
  })
}
