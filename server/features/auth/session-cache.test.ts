import { expect, it } from 'vitest'
import type { SignedIn } from '#server/platform/http/app.ts'
import { createSessionCache } from './authenticate.ts'

const begun = new Date('2026-03-02T10:00:00Z').getTime()
const signedIn = (sessionId: string) => ({ sessionId }) as SignedIn

/** A memory that is asked some milliseconds later than it was told. */
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

it('recalls a session with what PostgreSQL is to confirm of it', () => {
  expect(remembering(['a', 'b']).find('a')).toEqual({
    signedIn: signedIn('a'),
    sessionCheck: { sessionId: 'a', sessionVersion: 'stamp of a', isConfirmed: false },
  })
})

it('recalls nothing of a session that it was not told of, or told to forget', () => {
  const memory = remembering(['a', 'b'])
  memory.delete('a')
  expect(['a', 'b', 'c'].map((sid) => memory.isRemembered(sid))).toEqual([false, true, false])
})

it('recalls a session until the time that it was told, and not at that time', () => {
  const memory = remembering(['a'])
  expect([999, 1_000, 1_001].map((later) => memory.isRemembered('a', later))).toEqual([true, false, false])
})

it('remembers the latest ten thousand and no more', () => {
  const names = Array.from({ length: 10_001 }, (_, index) => String(index))
  const all = remembering(names.slice(0, 10_000))
  expect(all.isRemembered('0')).toBe(true)
  const oneMore = remembering(names)
  expect(names.filter((name) => !oneMore.isRemembered(name))).toEqual(['0'])
})
