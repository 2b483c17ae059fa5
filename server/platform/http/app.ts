import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/i18n.ts'
import type { Role, ApiKeyScope } from '#contract/roles.ts'
import type { Deps } from '../context.ts'
import type { SessionCheck } from '../db/client.ts'
import type { HandleGate } from './handle-gate.ts'

/** A signed-in person, with what every request needs to know. */
export type SignedIn = {
  sessionId: string
  user: {
    id: string
    email: string
    firstName: string | null
    lastName: string | null
    profileImageUrl: string | null
    language: Language
    role: Role
    /** An admin of the provider's own company: may work in every company. */
    isProviderStaff: boolean
  }
  /** When the person last gave their credentials to the provider; null when it did not say. */
  authenticatedAt: Date | null
  company: { id: string; name: string; timeZone: string; observingSince: string | null } | null
}

/** The owner of an API key: one channel, or the whole company. */
export type KeyHolder = {
  companyId: string
  /** The channel whose API key or feed key it is; null for a key of the company. */
  channelId: string | null
  /** Identifies the key for rate limits: the id of the company's key, or of the channel with the kind of key. */
  keyId: string
  name: string
  scopes: readonly ApiKeyScope[]
}

/** What routes are registered on. */
export type App = {
  http: FastifyInstance
  deps: Deps
  /** Finds the session of the request's cookie; null for a visitor. With `isUse: false` the session is not prolonged. */
  authenticate(request: FastifyRequest, options?: { isUse: boolean }): Promise<SignedIn | null>
  /** The session from this process's cache; the call must confirm it with its first read (`SessionCheck`). */
  readCachedSession(request: FastifyRequest): { signedIn: SignedIn; sessionCheck: SessionCheck } | null
  /**
   * Finds the owner of a key and records its use; null when the key is unknown, revoked or expired, which is counted. Throws 429,
   * as a rule without a look-up, when the client network sent too many wrong ones.
   */
  authenticateKey(key: string, request: FastifyRequest, reply: FastifyReply): Promise<KeyHolder | null>
  /** Limits look-ups of what strangers name: keys and channels. */
  lookUpHandle: HandleGate
}

export function personName(user: Pick<SignedIn['user'], 'email' | 'firstName' | 'lastName'>): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email
}
