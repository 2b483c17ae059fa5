import { afterAll, beforeAll, describe } from 'vitest'
import { findRedis, startRedis, type RedisServer } from '#local/redis-server.ts'
import type { Database } from '#server/platform/db/client.ts'
import { createLog } from '#server/platform/log.ts'
import { openRedis, type Redis } from '#server/platform/shared-state/redis.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

const program = findRedis()

/** Tests that need a redis-server; skipped, with a note in the title, on machines without one. */
export function describeWithRedis(name: string, tests: () => void): void {
  const why = program ? '' : ' (skipped: no redis-server on this machine)'
  describe.skipIf(!program)(`${name}${why}`, () => {
    tests()
  })
}

export function startTestRedis(): Promise<RedisServer> {
  if (!program) throw new Error('There is no redis-server on this machine')
  return startRedis(program)
}

/** Runs the same tests for both stores of shared state. */
export function describeWithBothStores<Part>(
  parts: { postgres(db: Database): Part; redis(redis: Redis): Part },
  tests: (part: () => Part) => void,
): void {
  describe('in PostgreSQL', () => {
    let test: TestDatabase
    beforeAll(async () => {
      test = await createTestDatabase()
    })
    afterAll(() => test.drop())
    tests(() => parts.postgres(test.db))
  })

  describeWithRedis('in Redis', () => {
    let server: RedisServer
    let redis: Redis
    beforeAll(async () => {
      server = await startTestRedis()
      redis = await openRedis(server.url, createLog({ LOG_LEVEL: 'silent' }, 'test'))
    })
    afterAll(async () => {
      await redis.close()
      await server.stop()
    })
    tests(() => parts.redis(redis))
  })
}
