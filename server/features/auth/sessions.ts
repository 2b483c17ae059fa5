import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionRow } from '#contract/auth.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { backChannelLogoutPath } from '#contract/paths.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Deps, Origin, PlatformContext } from '#server/platform/context.ts'
import type { App, SignedIn } from '#server/platform/http/app.ts'
import { originOf } from '#server/platform/http/endpoints.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { ProviderLogout } from '#server/ports/identity.ts'
import { sessionLifetimeMs } from './authenticate.ts'
import { deleteOwnSession, deleteSessionsByProvider, deleteSessionsOf, listSessionsOf } from './queries.ts'

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
      throw new AppError('not_found', say('This session has already ended.'))
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

/** A logout token has a few hundred bytes to a few kilobytes. */
const maxLogoutBytes = 64 * 1024

const credential = 'logout'

/**
 * OpenID Connect Back-Channel Logout 1.0: the provider posts a signed logout token when it ends a session. Only refused tokens are
 * limited, since all honest ones come from one address.
 */
export function backChannelLogoutRoute(app: App): void {
  void app.http.register(async (http) => {
    http.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxLogoutBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    http.post(backChannelLogoutPath, { schema: { hide: true } }, async (request, reply) => {
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
      if (!token) throw new HttpError(400, say('The form field logout_token is missing.'))
      const logout = await app.http.attempt(request, reply, () => readToken(app, request, reply, token), { credential })
      await endProviderSessions(app.deps, logout, originOf(request))
      return reply.code(200).send()
    })
  })
}

async function readToken(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<ProviderLogout> {
  try {
    return await app.deps.ports.identity.readLogoutToken(token)
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    request.log.warn(
      { err: error },
      'auth: a back-channel logout was refused; check OIDC_ISSUER_URL and OIDC_CLIENT_ID',
    )
    await app.http.countRefusal(request, reply, credential)
    throw new HttpError(400, say('This logout token is not valid.'))
  }
}

/** Ends what the sign-in provider has ended (back-channel logout). */
async function endProviderSessions({ db }: Pick<Deps, 'db'>, logout: ProviderLogout, origin: Origin): Promise<void> {
  await db.onPlatform(async (tx) => {
    for (const { userId, companyId, ended } of await deleteSessionsByProvider(tx, logout)) {
      await recordAudit(
        tx,
        { actor: { type: 'system', name: 'Sign-in provider' }, origin },
        { action: 'session.end', resource: 'user', resourceId: userId, companyId, after: { ended } },
      )
    }
  })
}
