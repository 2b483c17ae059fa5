import pg from 'pg'
import type { Shelf } from '#server/ports/shelf.ts'
import type { Database } from '../db/client.ts'
import type { Log } from '../log.ts'
import { sharedTextContext } from '../sealed-columns.ts'
import type { Vault } from '../vault.ts'
import { askPlatform } from './ask-platform.ts'
import { createOutage } from './outage.ts'
import type { Redis } from './redis.ts'

const inMs = (milliseconds: number) => `statement_timestamp() + interval '${Math.ceil(milliseconds)} milliseconds'`
const claimOf = (key: string) => `claim ${key}`

export function postgresShelf(db: Database): Shelf {
  return {
    async get(key) {
      const [found] = await askPlatform<{ value: string }>(
        db,
        `select value from shared_texts where key = ${pg.escapeLiteral(key)} and ends_at > statement_timestamp()`,
      )
      return found?.value ?? null
    },
    async set(key, value, forMs) {
      const name = pg.escapeLiteral(key)
      await askPlatform(
        db,
        `with forgotten as (
          delete from shared_texts where key in (
            select key from shared_texts where ends_at < statement_timestamp() and key <> ${name} for update skip locked))
        insert into shared_texts (key, value, ends_at) values (${name}, ${pg.escapeLiteral(value)}, ${inMs(forMs)})
        on conflict (key) do update set value = excluded.value, ends_at = excluded.ends_at`,
      )
    },
    async claim(key, forMs) {
      const claimed = await askPlatform(
        db,
        `insert into shared_texts as text (key, value, ends_at) values (${pg.escapeLiteral(claimOf(key))}, '', ${inMs(forMs)})
        on conflict (key) do update set ends_at = excluded.ends_at where text.ends_at < statement_timestamp() returning key`,
      )
      return claimed.length > 0
    },
  }
}

export function redisShelf(redis: Redis): Shelf {
  const named = (key: string) => `lockstep:shelf:${key}`
  const lasting = (milliseconds: number) => ({ expiration: { type: 'PX', value: Math.ceil(milliseconds) } }) as const
  return {
    get: (key) => redis.ask((client) => client.get(named(key))),
    async set(key, value, forMs) {
      await redis.ask((client) => client.set(named(key), value, lasting(forMs)))
    },
    async claim(key, forMs) {
      const options = { ...lasting(forMs), condition: 'NX' } as const
      return (await redis.ask((client) => client.set(named(claimOf(key)), '', options))) !== null
    },
  }
}

/** What stands on it is sealed, and under which key says nobody; a text that no longer opens is as good as none. */
export function sealedShelf(here: () => Shelf, vault: Vault): Shelf {
  const hidden = (key: string) => vault.fingerprint(key, 'shared_texts')
  return {
    async get(key) {
      const sealed = await here().get(hidden(key))
      if (sealed === null) return null
      try {
        return vault.open(sealed, sharedTextContext(hidden(key)))
      } catch {
        return null
      }
    },
    set: (key, value, forMs) => here().set(hidden(key), vault.seal(value, sharedTextContext(hidden(key))), forMs),
    claim: (key, forMs) => here().claim(hidden(key), forMs),
  }
}

/** While it can't be reached, each process gets for itself what it needs. */
export function shelfThatMayFail(shelf: Shelf, log: Log): Shelf {
  const outage = createOutage(log, 'What processes leave for each other')
  return {
    get: (key) => outage.orElse(() => shelf.get(key), null),
    set: (key, value, forMs) => outage.orElse(() => shelf.set(key, value, forMs), undefined),
    claim: (key, forMs) => outage.orElse(() => shelf.claim(key, forMs), true),
  }
}
