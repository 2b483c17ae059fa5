import type { Clock } from '#server/platform/clock.ts'
import type { SessionCheck } from '#server/platform/db/client.ts'
import type { SignedIn } from '#server/platform/http/app.ts'

const maxCached = 10_000

export type SessionCache = {
  /** `stamp` is what PostgreSQL says of the session for as long as nothing of it changes. */
  store(signedIn: SignedIn, stamp: string, until: number): void
  /** Whether it still is so, only PostgreSQL knows: see `Premise`. */
  find(sid: string): { signedIn: SignedIn; premise: SessionCheck } | null
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
      return { signedIn: known.signedIn, premise: { sessionId: sid, stamp: known.stamp, isConfirmed: false } }
    },
    delete: (sid) => void cached.delete(sid),
  }
}
