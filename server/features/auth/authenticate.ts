import { createHash } from 'node:crypto'
import { type ApiKeyScope, apiKeyScopes, type Role } from '#contract/roles.ts'
import { type SessionTimeout, sessionTimeoutSeconds } from '#contract/settings-values.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/context.ts'
import type { SessionCheck } from '#server/platform/db/client.ts'
import type { KeyHolder, SignedIn } from '#server/platform/http/app.ts'
import type { ClosedKey } from '#server/platform/refusal-log.ts'
import { deleteSession, extendSession, findKeyHolder, listKeyNames, findSession, listKeysByHandle } from './queries.ts'

export const defaultSessionTimeout: SessionTimeout = '7d'

const hourMs = 3_600_000

/** Absolute lifetime of a session, however much it is used. */
export const sessionLifetimeMs: Record<Role, number> = {
  admin: 12 * hourMs,
  ops: 12 * hourMs,
  readonly: 7 * 24 * hourMs,
}

/**
 * Minimum interval between writes of `seenAt`: not every read should cost a write, and time-outs are an hour or more.
 */
const extendEveryMs = 60_000

type AuthenticateDeps = Pick<Deps, 'db' | 'clock'> & { cache?: SessionCache }

/**
 * Returns the signed-in user, or null if the session has expired or was ended, or the account or its company is
 * deactivated. Extends the session (sliding expiry, up to its absolute end) at most once a minute.
 */
export async function authenticate(
  { db, clock, cache }: AuthenticateDeps,
  sid: string,
  { isUse } = { isUse: true },
): Promise<SignedIn | null> {
  cache?.delete(sid)
  const found = await db.readPlatform((tx) => findSession(tx, sid))
  if (!found) return null
  const now = clock.now()
  const timeoutMs = sessionTimeoutSeconds[found.timeout ?? defaultSessionTimeout] * 1000
  const seenAt = new Date(found.sess.seenAt).getTime()
  const latestEnd = found.startedAt.getTime() + sessionLifetimeMs[found.user.role]
  const endsAt = Math.min(found.expire.getTime(), seenAt + timeoutMs, latestEnd)
  if (endsAt <= now.getTime() || !found.isOpen) {
    await db.onPlatform((tx) => deleteSession(tx, sid))
    return null
  }
  const { user, company, authenticatedAt } = found
  const signedIn = { sessionId: sid, user, company, authenticatedAt }
  const isDue = now.getTime() - seenAt >= extendEveryMs
  if (isUse && isDue) {
    await db.onPlatform((tx) => extendSession(tx, sid, now, new Date(Math.min(now.getTime() + timeoutMs, latestEnd))))
  } else {
    cache?.store(signedIn, found.stamp, Math.min(endsAt, seenAt + extendEveryMs))
  }
  return signedIn
}

const maxCached = 10_000

type SessionCache = {
  /**
   * `stamp` is the session's version: it changes with the session, its user or company (SQL function `session_stamp`).
   */
  store(signedIn: SignedIn, stamp: string, until: number): void
  /**
   * The cached session and a `SessionCheck`, which the next statement verifies in PostgreSQL in the same round trip.
   */
  find(sid: string): { signedIn: SignedIn; sessionCheck: SessionCheck } | null
  delete(sid: string): void
}

/** Cache of recent sessions in this process, each until its `seenAt` is due to be written again. */
export function createSessionCache(clock: Clock): SessionCache {
  const cached = new Map<string, { signedIn: SignedIn; stamp: string; until: number }>()
  return {
    store(signedIn, stamp, until) {
      const [oldest] = cached.size >= maxCached ? cached.keys() : []
      if (oldest !== undefined) cached.delete(oldest)
      cached.set(signedIn.sessionId, { signedIn, stamp, until })
    },
    find(sid) {
      const known = cached.get(sid)
      if (!known || known.until <= clock.now().getTime()) return null
      return {
        signedIn: known.signedIn,
        sessionCheck: { sessionId: sid, sessionVersion: known.stamp, isConfirmed: false },
      }
    },
    delete: (sid) => void cached.delete(sid),
  }
}

/** SHA-256 of an API key, by which it is looked up. Keys are stored encrypted or as this hash only. */
export const handleOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/**
 * Returns the holder of an API key, or null if the key is unknown, expired or revoked, or its channel or company is
 * deactivated.
 */
export async function authenticateKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
): Promise<KeyHolder | null> {
  const holder = await findKeyHolder(db, handleOfKey(key), clock.now())
  if (!holder) return null
  const { channelId, scopes } = holder
  const isFeedKey = channelId !== null && scopes !== null
  return { ...(isFeedKey ? asFeedKey(holder) : holder), scopes: scopes?.filter(isScope) ?? apiKeyScopes }
}

/** A channel's feed key is told by this from its API key, which has the channel's id and name. */
const asFeedKey = <Key extends Pick<KeyHolder, 'keyId' | 'name'>>(key: Key): Key => ({
  ...key,
  keyId: `${key.keyId} feed`,
  name: `${key.name} (feed key)`,
})

/** Those of the handles that belong to keys which open nothing any more, for the audit log of their companies. */
export async function findClosedKeys(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  handles: string[],
): Promise<ClosedKey[]> {
  const found = await db.readPlatform((tx) => listKeysByHandle(tx, handles))
  const closed: ClosedKey[] = []
  for (const [companyId, keys] of Map.groupBy(found, (key) => key.companyId)) {
    const keyIds = keys.map(({ keyId }) => keyId)
    const names = await db.readCompany(companyId, (tx) => listKeyNames(tx, companyId, keyIds))
    for (const { isFeedKey, expiresAt, ...key } of keys) {
      const hasEnded = expiresAt !== null && expiresAt <= clock.now()
      const named = { ...key, name: names.get(key.keyId) ?? 'API key', hasEnded }
      closed.push(isFeedKey ? asFeedKey(named) : named)
    }
  }
  return closed
}

const isScope = (word: string): word is ApiKeyScope => (apiKeyScopes as readonly string[]).includes(word)
