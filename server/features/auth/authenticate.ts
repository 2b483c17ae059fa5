import { sessionTimeoutSeconds, type SessionTimeout } from '#contract/settings-words.ts'
import type { Deps } from '#server/platform/context.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import { deleteSession, extendSession, findSession } from './queries.ts'

export const defaultSessionTimeout: SessionTimeout = '7d'

/** Writing down every request would cost a write per read; a minute is fine enough for time-outs of an hour and more. */
const noteSeenEveryMs = 60_000

/** The person behind a session, or null when it has ended by time, or with the company. */
export async function authenticate(
  deps: Pick<Deps, 'db' | 'clock'>,
  sid: string,
  { isUse } = { isUse: true },
): Promise<SignedIn | null> {
  const found = await deps.db.readPlatform((tx) => findSession(tx, sid))
  if (!found) return null
  const now = deps.clock.now()
  const timeoutMs = sessionTimeoutSeconds[found.timeout ?? defaultSessionTimeout] * 1000
  const seenAt = new Date(found.sess.seenAt)
  const hasEnded = found.expire <= now || seenAt.getTime() + timeoutMs <= now.getTime() || !found.isCompanyActive
  if (hasEnded) {
    await deps.db.onPlatform((tx) => deleteSession(tx, sid))
    return null
  }
  if (isUse && now.getTime() - seenAt.getTime() >= noteSeenEveryMs) {
    await deps.db.onPlatform((tx) => extendSession(tx, sid, now, new Date(now.getTime() + timeoutMs)))
  }
  return { sessionId: sid, user: found.user, company: found.company }
}
