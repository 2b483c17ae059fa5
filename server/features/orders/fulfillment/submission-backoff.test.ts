import { describe, expect, it } from 'vitest'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { backoffSeconds } from './timing.ts'

const now = new Date('2026-03-02T10:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const since = (seconds: number) => ({ createdAt: ago(seconds), submittedAt: null, cancelRequestedAt: null })
const away = new Unavailable('Amazon is away')

describe('a failed submission is tried again', () => {
  it.each([
    [0, 30],
    [30, 30],
    [100, 100],
    [300, 300],
    [86_400, 300],
  ])('after waiting %i seconds, in %i', (waited, seconds) => {
    expect(backoffSeconds(since(waited), away, now)).toBe(seconds)
    expect(backoffSeconds(since(waited), new Rejected('No'), now)).toBe(seconds)
  })

  it('by the age of its latest request', () => {
    const submitted = { ...since(250), submittedAt: ago(150) }
    expect(backoffSeconds(submitted, away, now)).toBe(150)
    expect(backoffSeconds({ ...submitted, cancelRequestedAt: ago(50) }, away, now)).toBe(50)
  })

  it('after Amazon’s Retry-After, at most an hour', () => {
    expect(backoffSeconds(since(100), new Unavailable('Busy', { retryAfterSeconds: 7 }), now)).toBe(7)
    expect(backoffSeconds(since(100), new Unavailable('Busy', { retryAfterSeconds: 9_999 }), now)).toBe(3_600)
  })

  it('after at least a minute when Amazon may be processing it', () => {
    const mayHaveHappened = true
    expect(backoffSeconds(since(0), new Unavailable('Cut off', { mayHaveHappened }), now)).toBe(60)
    expect(backoffSeconds(since(200), new Unavailable('Cut off', { mayHaveHappened }), now)).toBe(200)
    expect(backoffSeconds(since(0), new Unavailable('Busy', { mayHaveHappened, retryAfterSeconds: 7 }), now)).toBe(60)
  })
})
