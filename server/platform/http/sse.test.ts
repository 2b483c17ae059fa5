import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { eventStream } from './sse.ts'

it('a browser that does not read is disconnected, so that nothing is buffered for it', () => {
  const unread = new PassThrough({ highWaterMark: 100 })
  const stream = eventStream(unread)
  for (let n = 0; n < 1000; n++) stream.send(': ping\n\n')
  expect(unread.destroyed).toBe(true)
  expect(unread.writableLength + unread.readableLength).toBeLessThan(300)
})

it('an ended stream ignores writes', () => {
  const raw = new PassThrough()
  const stream = eventStream(raw)
  stream.send('data: 1\n\n')
  stream.end()
  stream.send('data: 2\n\n')
  expect(String(raw.read())).toBe('data: 1\n\n')
  expect(raw.errored).toBeNull()
})
