import { createClient } from 'redis'

export type RedisClient = ReturnType<typeof createRedisClient>

const connectWithinMs = 2_000
const slowestRetryMs = 1_000

/** While Redis is away a command fails at once: nobody wants it to be done some time later. */
export function createRedisClient(url: string) {
  return createClient({
    url,
    name: 'lockstep',
    RESP: 3,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectWithinMs,
      reconnectStrategy: (tries) => Math.min(slowestRetryMs, 50 * 2 ** tries),
    },
  })
}
