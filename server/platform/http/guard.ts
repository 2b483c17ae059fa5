import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { allows, isKeyAccess, roleLabels } from '#contract/roles.ts'
import type { App, SignedIn } from './app.ts'
import { HttpRefusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null
  }
}

/**
 * Decides, before anything of the request is read, whether it may go on: signed in, sent by our own page, role.
 * The order is part of the API: 401, then 403, then everything about the content.
 */
export function guard(app: App, endpoint: Pick<Endpoint, 'access' | 'method' | 'scope'>) {
  const { access } = endpoint
  if (isKeyAccess(access)) throw new Error('A call by key is declared by serveKey')
  const ownOrigin = new URL(app.deps.config.PUBLIC_URL).origin
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (access === 'public') return
    const signedIn = await app.authenticate(request)
    if (!signedIn) throw new HttpRefusal(401, 'Sign in first.')
    assertOwnPage(request, endpoint.method, ownOrigin)
    if (!allows(access, signedIn.user.role)) {
      throw new AppError(
        'forbidden',
        `This needs the role ${roleLabels[access]}; yours is ${roleLabels[signedIn.user.role]}.`,
      )
    }
    if (endpoint.scope === 'company' && !signedIn.company) {
      throw new AppError('conflict', 'Choose a company to work in first.')
    }
    request.signedIn = signedIn
  }
}

function assertOwnPage(request: FastifyRequest, method: string, ownOrigin: string): void {
  const { origin } = request.headers
  if (origin !== undefined && origin !== ownOrigin) {
    throw new AppError('forbidden', 'This call came from another website, so it was refused.')
  }
  if (method !== 'GET' && request.headers['x-requested-with'] !== 'XMLHttpRequest') {
    throw new AppError('forbidden', 'The header X-Requested-With: XMLHttpRequest is missing.')
  }
}
