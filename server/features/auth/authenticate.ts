import { sessionTimeoutSeconds, type SessionTimeout } from '#contract/settings-values.ts'
import type { Deps } from '#server/platform/context.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import { deleteSession, extendSession, findSession } from './queries.ts'
import type { SessionCache } from './session-memory.ts'

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
