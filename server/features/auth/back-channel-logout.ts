import type { FastifyReply, FastifyRequest } from 'fastify'
import { backChannelLogoutPath } from '#contract/paths.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Deps, Origin } from '#server/platform/context.ts'
import type { App } from '#server/platform/http/app.ts'
import { originOf } from '#server/platform/http/endpoints.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { ProviderLogout } from '#server/ports/identity.ts'
import { deleteSessionsByProvider } from './queries.ts'

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
      if (!token) throw new HttpError(400, 'The form field logout_token is missing.')
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
    throw new HttpError(400, 'This logout token is not valid.')
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
