import { createClient } from 'redis'
import { backoffDelay, type Backoff } from '#server/ports/backoff.ts'

export type RedisClient = ReturnType<typeof createRedisClient>

const connectTimeoutMs = 2_000
const reconnectBackoff: Backoff = { first: 50, longest: 1_000 }

/** Without an offline queue: while Redis is unreachable a command fails at once instead of running some time later. */
export function createRedisClient(url: string) {
  return createClient({
    url,
    name: 'lockstep',
    RESP: 3,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (tries) => backoffDelay(reconnectBackoff, { failures: tries }),
    },
  })
}
