import { createHash } from 'node:crypto'
import { type ApiKeyScope, apiKeyScopes } from '#contract/roles.ts'
import { type SessionTimeout, sessionTimeoutSeconds } from '#contract/settings-values.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/context.ts'
import type { SessionCheck } from '#server/platform/db/client.ts'
import type { KeyHolder, SignedIn } from '#server/platform/http/app.ts'
import { deleteSession, extendSession, findKeyHolder, findSession } from './queries.ts'

export const defaultSessionTimeout: SessionTimeout = '7d'

/** Writing down every request would cost a write per read; a minute is fine enough for time-outs of an hour and more. */
const extendEveryMs = 60_000

type AuthenticateDeps = Pick<Deps, 'db' | 'clock'> & { cache?: SessionCache }

/** The person behind a session, or null when it has ended by time, or with the company. */
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
  const endsAt = Math.min(found.expire.getTime(), seenAt + timeoutMs)
  if (endsAt <= now.getTime() || !found.isCompanyActive) {
    await db.onPlatform((tx) => deleteSession(tx, sid))
    return null
  }
  const signedIn = { sessionId: sid, user: found.user, company: found.company }
  const isDue = now.getTime() - seenAt >= extendEveryMs
  if (isUse && isDue) {
    await db.onPlatform((tx) => extendSession(tx, sid, now, new Date(now.getTime() + timeoutMs)))
  } else {
    cache?.store(signedIn, found.stamp, Math.min(endsAt, seenAt + extendEveryMs))
  }
  return signedIn
}

const maxCached = 10_000

type SessionCache = {
  /** `stamp` is what PostgreSQL says of the session for as long as nothing of it changes. */
  store(signedIn: SignedIn, stamp: string, until: number): void
  /** Whether it still is so, only PostgreSQL knows: see `Premise`. */
  find(sid: string): { signedIn: SignedIn; sessionCheck: SessionCheck } | null
  delete(sid: string): void
}

/** The sessions that this process has seen of late, until the time when their use is written down again. */
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

/** Under which a key is found: keys themselves are kept sealed, or not at all. */
export const handleOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Whose key this is; null when it is nobody's, has been replaced, or its channel or company is switched off. */
export async function authenticateKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
): Promise<KeyHolder | null> {
  const holder = await findKeyHolder(db, handleOfKey(key), clock.now())
  return holder && { ...holder, scopes: holder.scopes?.filter(isScope) ?? apiKeyScopes }
}

const isScope = (word: string): word is ApiKeyScope => (apiKeyScopes as readonly string[]).includes(word)
