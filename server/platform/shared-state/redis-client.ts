import { createClient } from 'redis'

export type RedisClient = ReturnType<typeof createRedisClient>

const connectTimeoutMs = 2_000
const maxRetryDelayMs = 1_000

/** While Redis is away a command fails at once: nobody wants it to be done some time later. */
export function createRedisClient(url: string) {
  return createClient({
    url,
    name: 'lockstep',
    RESP: 3,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (tries) => Math.min(maxRetryDelayMs, 50 * 2 ** tries),
    },
  })
}
