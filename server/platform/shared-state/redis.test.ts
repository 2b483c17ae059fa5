import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RedisServer } from '#local/redis-server.ts'
import { describeWithRedis, startTestRedis } from '#server/testing/shared-state-fixture.ts'
import { createLog } from '../log.ts'
import { openRedis } from './redis.ts'

describeWithRedis('a connection to Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startTestRedis()
  })
  afterAll(() => server.stop())

  it('is replaced when Redis stops answering, logs that once, and receives messages again', async () => {
    const lines: string[] = []
    const received: string[] = []
    const log = createLog({ LOG_LEVEL: 'info' }, 'test', { write: (line: string) => void lines.push(line) })
    const redis = await openRedis(server.url, log)
    redis.subscribe('news', { onMessage: (text) => received.push(text), onGap: () => received.push('gap') })
    const say = (text: string) => redis.run((client) => client.publish('news', text)).catch(() => 0)
    await expect.poll(() => say('first')).toBe(1)
    server.freeze()
    const begun = performance.now()
    await expect(Promise.all([1, 2, 3].map(() => redis.run((client) => client.ping())))).rejects.toThrow()
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect(redis.isReady()).toBe(false)
    await expect(redis.run((client) => client.ping())).rejects.toThrow()
    await server.kill()
    await server.startAgain()
    await expect.poll(() => received).toEqual(['first', 'gap'])
    expect(await say('again')).toBe(1)
    await expect.poll(() => received).toEqual(['first', 'gap', 'again'])
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      "Redis can't be reached: going on without",
      'Redis can be reached again',
    ])
    await redis.close()
  })

  it('fails fast while Redis is unreachable, and the process starts without it', async () => {
    const redis = await openRedis('redis://127.0.0.1:1', createLog({ LOG_LEVEL: 'silent' }, 'test'))
    expect(redis.isReady()).toBe(false)
    await expect(redis.run((client) => client.ping())).rejects.toThrow()
    await redis.close()
  })
})
