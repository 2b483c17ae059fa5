import type { Clock } from '#server/platform/clock.ts'
import type { Premise } from '#server/platform/db/client.ts'
import type { SignedIn } from '#server/platform/http/app.ts'

const mostRemembered = 10_000

export type SessionMemory = {
  /** `stamp` is what PostgreSQL says of the session for as long as nothing of it changes. */
  keep(signedIn: SignedIn, stamp: string, until: number): void
  /** Whether it still is so, only PostgreSQL knows: see `Premise`. */
  recall(sid: string): { signedIn: SignedIn; premise: Premise } | null
  forget(sid: string): void
}

/** The sessions that this process has seen of late, until the time when their use is written down again. */
export function createSessionMemory(clock: Clock): SessionMemory {
  const remembered = new Map<string, { signedIn: SignedIn; stamp: string; until: number }>()
  return {
    keep(signedIn, stamp, until) {
      const [oldest] = remembered.size >= mostRemembered ? remembered.keys() : []
      if (oldest !== undefined) remembered.delete(oldest)
      remembered.set(signedIn.sessionId, { signedIn, stamp, until })
    },
    recall(sid) {
      const known = remembered.get(sid)
      if (!known || known.until <= clock.now().getTime()) return null
      return { signedIn: known.signedIn, premise: { sessionId: sid, stamp: known.stamp, isConfirmed: false } }
    },
    forget: (sid) => void remembered.delete(sid),
  }
}
