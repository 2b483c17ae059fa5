import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { allows, isKeyAccess, roleLabels, type Role } from '#contract/roles.ts'
import type { SessionCheck } from '../db/client.ts'
import type { App, SignedIn } from './app.ts'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null
    /** What the guard took for granted, if it did. */
    premise: SessionCheck | null
    /** Decides once more, with nothing taken for granted. */
    guardAnew: (() => Promise<void>) | null
  }
}

/**
 * Decides, before anything of the request is read, whether it may go on: signed in, sent by our own page, role.
 * The order is part of the API: 401, then 403, then everything about the content. A call that `recalls` goes on with the
 * session that this process remembers, if that would let it pass; whoever answers it has that confirmed.
 */
export function authorize(
  app: App,
  endpoint: Pick<Endpoint, 'access' | 'method' | 'scope'>,
  { recalls } = { recalls: false },
) {
  const { access, method, scope } = endpoint
  if (isKeyAccess(access)) throw new Error('A call by key is declared by serveKey')
  if (access === 'public') return async () => {}
  const ownOrigin = new URL(app.deps.config.PUBLIC_URL).origin
  const errorFor = (request: FastifyRequest, signedIn: SignedIn) =>
    csrfError(request, method, ownOrigin) ?? roleError(signedIn, access, scope)

  const guardAnew = async (request: FastifyRequest): Promise<void> => {
    request.premise = null
    request.signedIn = null
    const signedIn = await app.authenticate(request)
    if (!signedIn) throw new HttpError(401, 'Sign in first.')
    const error = errorFor(request, signedIn)
    if (error) throw error
    request.signedIn = signedIn
  }

  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const recalled = recalls ? app.readCachedSession(request) : null
    if (!recalled || errorFor(request, recalled.signedIn)) return guardAnew(request)
    request.signedIn = recalled.signedIn
    request.premise = recalled.premise
    request.guardAnew = () => guardAnew(request)
  }
}

function csrfError(request: FastifyRequest, method: string, ownOrigin: string): AppError | null {
  const { origin } = request.headers
  if (origin !== undefined && origin !== ownOrigin) {
    return new AppError('forbidden', 'This call came from another website, so it was refused.')
  }
  if (method !== 'GET' && request.headers['x-requested-with'] !== 'XMLHttpRequest') {
    return new AppError('forbidden', 'The header X-Requested-With: XMLHttpRequest is missing.')
  }
  return null
}

function roleError({ user, company }: SignedIn, needed: Role, scope: Endpoint['scope']): AppError | null {
  if (!allows(needed, user.role)) {
    return new AppError('forbidden', `This needs the role ${roleLabels[needed]}; yours is ${roleLabels[user.role]}.`)
  }
  if (scope === 'company' && !company) return new AppError('conflict', 'Choose a company to work in first.')
  return null
}
