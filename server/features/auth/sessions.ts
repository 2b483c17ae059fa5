import type { SessionRow } from '#contract/auth.ts'
import { AppError } from '#contract/errors.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import { sessionLifetimeMs } from './authenticate.ts'
import { deleteOwnSession, deleteSessionsOf, listSessionsOf } from './queries.ts'

/** A person's own sessions that have not expired. */
export async function listSessions(ctx: PlatformContext, _input: object, signedIn: SignedIn): Promise<SessionRow[]> {
  const { user, sessionId } = signedIn
  const now = ctx.clock.now().getTime()
  const found = await ctx.read((tx) => listSessionsOf(tx, user.id))
  return found
    .map(({ sid, expire, startedAt, ...row }) => {
      const latestEnd = startedAt.getTime() + sessionLifetimeMs[user.role]
      return { ...row, startedAt, isCurrent: sid === sessionId, endsAt: new Date(latestEnd), expire }
    })
    .filter(({ endsAt, expire }) => Math.min(endsAt.getTime(), expire.getTime()) > now)
    .map(({ startedAt, endsAt, expire: _expire, ...row }) => ({
      ...row,
      startedAt: startedAt.toISOString(),
      endsAt: endsAt.toISOString(),
    }))
}

export async function endSession(
  ctx: PlatformContext,
  input: { sessionId: string },
  { user, company }: SignedIn,
): Promise<{ id: string }> {
  return ctx.transaction(async (tx) => {
    if (!(await deleteOwnSession(tx, user.id, input.sessionId))) {
      throw new AppError('not_found', 'This session has ended already.')
    }
    const companyId = company?.id ?? null
    await recordAudit(tx, ctx, { action: 'session.end', resource: 'user', resourceId: user.id, companyId })
    return { id: input.sessionId }
  })
}

export async function endOtherSessions(
  ctx: PlatformContext,
  _input: object,
  { user, company, sessionId }: SignedIn,
): Promise<{ ended: number }> {
  return ctx.transaction(async (tx) => {
    const ended = await deleteSessionsOf(tx, user.id, sessionId)
    await recordAudit(tx, ctx, {
      action: 'session.end-others',
      resource: 'user',
      resourceId: user.id,
      companyId: company?.id ?? null,
      after: { ended },
    })
    return { ended }
  })
}
