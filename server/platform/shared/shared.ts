import type { Shelf } from '#server/ports/shelf.ts'
import type { Turns } from '#server/ports/turns.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { createAnnounce, type Announce } from '../events/announce.ts'
import type { Log } from '../log.ts'
import type { Vault } from '../vault.ts'
import { createCounting, type Counting } from './counting.ts'
import { openRedis, type Redis } from './redis.ts'
import { postgresShelf, redisShelf, sealedShelf, shelfThatMayFail } from './shelf.ts'
import { postgresTallies, redisTallies, type Tallies } from './tallies.ts'
import { postgresTurns, redisTurns, turnsThatMayFail } from './turns.ts'

/** What all processes of the product have in common, beside the database itself. Each of it may be lost at any time. */
export type Shared = {
  /** Where it is right now. */
  place(): 'Redis' | 'PostgreSQL'
  counting: Counting
  turns: Turns
  shelf: Shelf
  /** Tells the browsers of a company, or of every admin, what has changed once the transaction commits. */
  announce: Announce
  /** What is published in Redis, if there is one; `events/hub.ts` hears PostgreSQL too. */
  hear: Redis['hear']
  close(): Promise<void>
}

type Place = { tallies: Tallies; turns: Turns; shelf: Shelf }

type Parts = { config: Pick<Config, 'REDIS_URL'>; db: Database; vault: Vault; clock: Clock; log: Log }

/** Redis for as long as it can be reached, if there is one; PostgreSQL else. */
export async function openShared({ config, db, vault, clock, log }: Parts): Promise<Shared> {
  const redis = config.REDIS_URL === undefined ? null : await openRedis(config.REDIS_URL, log)
  const inPostgres: Place = { tallies: postgresTallies(db), turns: postgresTurns(db), shelf: postgresShelf(db) }
  const inRedis: Place | null = redis && {
    tallies: redisTallies(redis),
    turns: redisTurns(redis),
    shelf: redisShelf(redis),
  }
  const place = () => (inRedis && redis?.isReady() ? inRedis : inPostgres)

  const counting = createCounting({
    tallies: { add: (news, now) => place().tallies.add(news, now) },
    hash: (key) => vault.fingerprint(key, 'shared_tallies'),
    clock,
    log,
  })
  return {
    place: () => (place() === inRedis ? 'Redis' : 'PostgreSQL'),
    counting,
    turns: turnsThatMayFail(() => place().turns, log),
    shelf: shelfThatMayFail(
      sealedShelf(() => place().shelf, vault),
      log,
    ),
    announce: createAnnounce(db, redis),
    hear: (channel, ears) => redis?.hear(channel, ears) ?? (() => {}),
    async close() {
      await counting.close()
      await redis?.close()
    },
  }
}
