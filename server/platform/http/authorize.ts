import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError, problemTypes } from '#contract/errors.ts'
import { asMessage, say } from '#contract/i18n.ts'
import { type Access, allows, isKeyAccess, type KeyAccess, roleLabels } from '#contract/roles.ts'
import type { SessionCheck } from '../db/client.ts'
import type { App, SignedIn } from './app.ts'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null
    /** The signed-in person whom this request was refused to. Handlers never see it. */
    refusedPerson: SignedIn | null
    /** Set while the request runs on a cached session that is not confirmed yet. */
    sessionCheck: SessionCheck | null
    /** Authorizes again with the session from the database. */
    reauthorize: (() => Promise<void>) | null
  }
}

/** A dangerous step needs a sign-in of the last 15 minutes: a stolen session or an unlocked screen is not enough for it. */
const recentMs = 15 * 60_000

/**
 * Authorizes a request before its content is read: session (401), then CSRF, role and age of the sign-in (403), then company (409).
 * The order is part of the API. With `usesCache` the request proceeds with the session from this process's cache, if that one would pass; the handler
 * confirms it with its first read.
 */
export function authorize(
  app: App,
  endpoint: Pick<Endpoint, 'access' | 'method' | 'scope'> & Partial<Pick<Endpoint, 'needsRecentSignIn'>>,
  { usesCache } = { usesCache: false },
) {
  const { access, method, scope, needsRecentSignIn = false } = endpoint
  if (isKeyAccess(access)) throw new Error('A call by key is declared by serveKeyEndpoint')
  if (access === 'public') return async () => {}
  const ownOrigin = new URL(app.deps.config.PUBLIC_URL).origin
  const errorFor = (request: FastifyRequest, signedIn: SignedIn) =>
    csrfError(request, method, ownOrigin) ??
    roleError(signedIn, access, scope) ??
    (needsRecentSignIn ? oldSignInError(signedIn, app.deps.clock.now()) : null)

  const reauthorize = async (request: FastifyRequest): Promise<void> => {
    request.sessionCheck = null
    request.signedIn = null
    const signedIn = await app.authenticate(request)
    if (!signedIn) throw new HttpError(401, say('Sign in first.'))
    const error = errorFor(request, signedIn)
    if (error) {
      request.refusedPerson = signedIn
      throw error
    }
    request.signedIn = signedIn
  }

  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const cached = usesCache ? app.readCachedSession(request) : null
    if (!cached || errorFor(request, cached.signedIn)) return reauthorize(request)
    request.signedIn = cached.signedIn
    request.sessionCheck = cached.sessionCheck
    request.reauthorize = () => reauthorize(request)
  }
}

/** CSRF: rejects other origins, and changes without the header X-Requested-With, which a cross-site form cannot set. */
function csrfError(request: FastifyRequest, method: string, ownOrigin: string): AppError | null {
  const { origin } = request.headers
  if (origin !== undefined && origin !== ownOrigin) {
    return new AppError('forbidden', say('This call came from another website, so it was refused.'))
  }
  if (method !== 'GET' && request.headers['x-requested-with'] !== 'XMLHttpRequest') {
    return new AppError('forbidden', say('The header X-Requested-With: XMLHttpRequest is missing.'))
  }
  return null
}

type PersonAccess = Exclude<Access, 'public' | KeyAccess>

function roleError({ user, company }: SignedIn, needed: PersonAccess, scope: Endpoint['scope']): Error | null {
  if (!allows(needed, user.role, user.isProviderStaff)) {
    // What only provider staff may do does not exist for the admin of a customer's company.
    if (needed === 'staff' && user.role === 'admin') return new HiddenEndpoint()
    const role = roleLabels[needed === 'staff' ? 'admin' : needed]
    return new AppError(
      'forbidden',
      say('This needs the role {role}; yours is {ownRole}.', {
        role: asMessage(role),
        ownRole: asMessage(roleLabels[user.role]),
      }),
    )
  }
  if (scope === 'company' && !company) return new AppError('conflict', say('Choose a company to work in first.'))
  return null
}

/** A refusal that looks as if there were no such endpoint. */
export class HiddenEndpoint extends AppError {
  readonly why = 'Only provider staff may do this.'

  constructor() {
    super('not_found', say('There is nothing at this address.'))
  }
}

function oldSignInError({ authenticatedAt }: SignedIn, now: Date): Error | null {
  const isRecent = authenticatedAt !== null && now.getTime() - authenticatedAt.getTime() <= recentMs
  return isRecent ? null : new HttpError(403, say('For this step, please sign in again.'), problemTypes.signInAgain)
}
