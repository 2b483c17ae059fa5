import { expect, it } from 'vitest'
import type { SignedIn } from '#server/platform/http/app.ts'
import { createSessionCache } from './authenticate.ts'

const begun = new Date('2026-03-02T10:00:00Z').getTime()
const signedIn = (sessionId: string) => ({ sessionId }) as SignedIn

/** A cache whose clock advances between storing and finding. */
function remembering(sessionIds: readonly string[], until = begun + 1_000) {
  const clock = { now: () => new Date(begun) }
  const memory = createSessionCache(clock)
  for (const sessionId of sessionIds) memory.store(signedIn(sessionId), `stamp of ${sessionId}`, until)
  return {
    ...memory,
    isRemembered(sid: string, later = 0) {
      clock.now = () => new Date(begun + later)
      return memory.find(sid) !== null
    },
  }
}

it('finds a session with the version that PostgreSQL has to confirm', () => {
  expect(remembering(['a', 'b']).find('a')).toEqual({
    signedIn: signedIn('a'),
    sessionCheck: { sessionId: 'a', sessionVersion: 'stamp of a', isConfirmed: false },
  })
})

it('finds nothing for a session that was never stored, or deleted', () => {
  const memory = remembering(['a', 'b'])
  memory.delete('a')
  expect(['a', 'b', 'c'].map((sid) => memory.isRemembered(sid))).toEqual([false, true, false])
})

it('finds a session before its end, and not at that time', () => {
  const memory = remembering(['a'])
  expect([999, 1_000, 1_001].map((later) => memory.isRemembered('a', later))).toEqual([true, false, false])
})

it('keeps the latest ten thousand sessions and no more', () => {
  const names = Array.from({ length: 10_001 }, (_, index) => String(index))
  const all = remembering(names.slice(0, 10_000))
  expect(all.isRemembered('0')).toBe(true)
  const oneMore = remembering(names)
  expect(names.filter((name) => !oneMore.isRemembered(name))).toEqual(['0'])
})
