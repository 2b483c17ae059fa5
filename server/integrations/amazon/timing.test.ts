import { expect, it } from 'vitest'
import { limitTime, systemTiming, waitFor } from './timing.ts'

it('does not take a time without end for none at all', async () => {
  const stop = new AbortController()
  const endless = systemTiming.sleep(Number.POSITIVE_INFINITY, stop.signal).then(
    () => 'ended',
    () => 'stopped',
  )
  await systemTiming.sleep(5)
  stop.abort()
  expect(await endless).toBe('stopped')
})

it('leaves at the signal, and hears no more of what it waited for', async () => {
  const stop = new AbortController()
  stop.abort(new Error('gone'))
  const { promise, reject } = Promise.withResolvers<never>()
  await expect(waitFor(promise, stop.signal)).rejects.toThrow('gone')
  reject(new Error('too late for anybody'))
  await expect(promise).rejects.toThrow('too late for anybody')
})

it('tells a time that is up from a signal from outside', () => {
  const outside = new AbortController()
  const limit = limitTime(systemTiming, 60_000, outside.signal)
  outside.abort()
  expect([limit.signal.aborted, limit.isOver()]).toEqual([true, false])
  limit.end()
})
