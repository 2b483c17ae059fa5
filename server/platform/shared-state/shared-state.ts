import type { SharedCache, RateLimiter } from '#server/ports/shared-state.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { createPublishChange, type PublishChange } from './publish-change.ts'
import type { Log } from '../log.ts'
import type { Vault } from '../crypto/vault.ts'
import {
  createRequestLimiter,
  type RequestLimiter,
  postgresCounters,
  redisCounters,
  type CounterStore,
} from './request-limiter.ts'
import { openRedis, type Redis } from './redis.ts'
import { postgresCache, redisCache, encryptedCache, failOpenCache } from './shared-cache.ts'
import { postgresRateLimiter, redisRateLimiter, failOpenRateLimiter } from './rate-limiter.ts'

/** State that all processes share beside the database itself. All of it may be lost at any time. */
export type SharedState = {
  /** Where the state is kept right now. */
  store(): 'Redis' | 'PostgreSQL'
  requestLimiter: RequestLimiter
  rateLimiter: RateLimiter
  cache: SharedCache
  /** Notifies the browsers of a company, or of all admins (null), once the transaction commits. */
  publishChange: PublishChange
  /** Subscribes to a Redis channel, if there is a Redis; `events/event-hub.ts` listens to PostgreSQL as well. */
  subscribe: Redis['subscribe']
  close(): Promise<void>
}

type Stores = { counters: CounterStore; rateLimiter: RateLimiter; cache: SharedCache }

type Parts = { config: Pick<Config, 'REDIS_URL'>; db: Database; vault: Vault; clock: Clock; log: Log }

/** Uses Redis while it is configured and reachable, else PostgreSQL (UNLOGGED tables). */
export async function openSharedState({ config, db, vault, clock, log }: Parts): Promise<SharedState> {
  const redis = config.REDIS_URL === undefined ? null : await openRedis(config.REDIS_URL, log)
  const inPostgres: Stores = {
    counters: postgresCounters(db),
    rateLimiter: postgresRateLimiter(db),
    cache: postgresCache(db),
  }
  const inRedis: Stores | null = redis && {
    counters: redisCounters(redis),
    rateLimiter: redisRateLimiter(redis),
    cache: redisCache(redis),
  }
  const stores = () => (inRedis && redis?.isReady() ? inRedis : inPostgres)

  const requestLimiter = createRequestLimiter({
    counters: { add: (news, now) => stores().counters.add(news, now) },
    hash: (key) => vault.fingerprint(key, 'shared_tallies'),
    clock,
    log,
  })
  return {
    store: () => (stores() === inRedis ? 'Redis' : 'PostgreSQL'),
    requestLimiter,
    rateLimiter: failOpenRateLimiter(() => stores().rateLimiter, log),
    cache: failOpenCache(
      encryptedCache(() => stores().cache, vault),
      log,
    ),
    publishChange: createPublishChange(db, redis),
    subscribe: (channel, subscriber) => redis?.subscribe(channel, subscriber) ?? (() => {}),
    async close() {
      await requestLimiter.close()
      await redis?.close()
    },
  }
}
