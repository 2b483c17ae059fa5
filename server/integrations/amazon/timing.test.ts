import { expect, it } from 'vitest'
import { limitTime, systemTiming, waitFor } from './timing.ts'

it('an infinite sleep does not end at once', async () => {
  const stop = new AbortController()
  const endless = systemTiming.sleep(Number.POSITIVE_INFINITY, stop.signal).then(
    () => 'ended',
    () => 'stopped',
  )
  await systemTiming.sleep(5)
  stop.abort()
  expect(await endless).toBe('stopped')
})

it('waiting ends with the signal, and a later rejection is ignored', async () => {
  const stop = new AbortController()
  stop.abort(new Error('gone'))
  const { promise, reject } = Promise.withResolvers<never>()
  await expect(waitFor(promise, stop.signal)).rejects.toThrow('gone')
  reject(new Error('too late for anybody'))
  await expect(promise).rejects.toThrow('too late for anybody')
})

it('a time limit distinguishes its end from an outer signal', () => {
  const outside = new AbortController()
  const limit = limitTime(systemTiming, 60_000, outside.signal)
  outside.abort()
  expect([limit.signal.aborted, limit.isOver()]).toEqual([true, false])
  limit.end()
})
