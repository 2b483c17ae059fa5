import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Role, ApiKeyScope } from '#contract/roles.ts'
import type { Deps, Origin } from '../context.ts'
import type { SessionCheck } from '../db/client.ts'

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

/** Whom a key speaks for: one channel, or the whole company. */
export type KeyHolder = {
  companyId: string
  /** The channel whose key it is; null for the company's master key. */
  channelId: string | null
  /** What stays the same for each call with this key, to count by. */
  keyId: string
  name: string
  scopes: readonly ApiKeyScope[]
}

/** What routes are registered on. */
export type App = {
  http: FastifyInstance
  deps: Deps
  /** Finds the session behind the request's cookie; null for a visitor. A look that is no use doesn't prolong it. */
  authenticate(request: FastifyRequest, options?: { isUse: boolean }): Promise<SignedIn | null>
  /** What this process remembers of that session, for a call that has it confirmed with what it reads. */
  readCachedSession(request: FastifyRequest): { signedIn: SignedIn; premise: SessionCheck } | null
  /** Finds whose key this is, and has its use on record; null when it is nobody's, or no longer. */
  authenticateKey(key: string, origin: Origin): Promise<KeyHolder | null>
}

export function personName(user: SignedIn['user']): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email
}
