import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Role } from '#contract/roles.ts'
import type { Deps } from '../context.ts'

/** A person's open session, with what every request needs to know of it. */
export type SignedIn = {
  sessionId: string
  user: {
    id: string
    email: string
    firstName: string | null
    lastName: string | null
    profileImageUrl: string | null
    role: Role
  }
  company: { id: string; name: string; timeZone: string } | null
}

/** What routes are registered on. */
export type App = {
  http: FastifyInstance
  deps: Deps
  /** Finds the session behind the request's cookie; null for a visitor. A look that is no use doesn't prolong it. */
  authenticate(request: FastifyRequest, options?: { isUse: boolean }): Promise<SignedIn | null>
}

export function personName(user: SignedIn['user']): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email
}
