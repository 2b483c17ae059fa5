import pg from 'pg'
import type { SharedCache } from '#server/ports/shared-state.ts'
import { type Database, queryPlatform } from '../db/client.ts'
import type { Log } from '../log.ts'
import { sharedCacheContext } from '../crypto/encrypted-columns.ts'
import type { Vault } from '../crypto/vault.ts'
import { createOutageLog } from './outage-log.ts'
import type { Redis } from './redis.ts'

const inMs = (milliseconds: number) => `statement_timestamp() + interval '${Math.ceil(milliseconds)} milliseconds'`
const claimKey = (key: string) => `claim ${key}`

export function postgresCache(db: Database): SharedCache {
  return {
    async get(key) {
      const [found] = await queryPlatform<{ value: string }>(
        db,
        `select value from shared_texts where key = ${pg.escapeLiteral(key)} and ends_at > statement_timestamp()`,
      )
      return found?.value ?? null
    },
    async set(key, value, forMs) {
      const name = pg.escapeLiteral(key)
      await queryPlatform(
        db,
        `with forgotten as (
          delete from shared_texts where key in (
            select key from shared_texts where ends_at < statement_timestamp() and key <> ${name} for update skip locked))
        insert into shared_texts (key, value, ends_at) values (${name}, ${pg.escapeLiteral(value)}, ${inMs(forMs)})
        on conflict (key) do update set value = excluded.value, ends_at = excluded.ends_at`,
      )
    },
    async claim(key, forMs) {
      const claimed = await queryPlatform(
        db,
        `insert into shared_texts as text (key, value, ends_at) values (${pg.escapeLiteral(claimKey(key))}, '', ${inMs(forMs)})
        on conflict (key) do update set ends_at = excluded.ends_at where text.ends_at < statement_timestamp() returning key`,
      )
      return claimed.length > 0
    },
  }
}

export function redisCache(redis: Redis): SharedCache {
  const named = (key: string) => `lockstep:shelf:${key}`
  const expiresIn = (milliseconds: number) => ({ expiration: { type: 'PX', value: Math.ceil(milliseconds) } }) as const
  return {
    get: (key) => redis.run((client) => client.get(named(key))),
    async set(key, value, forMs) {
      await redis.run((client) => client.set(named(key), value, expiresIn(forMs)))
    },
    async claim(key, forMs) {
      const options = { ...expiresIn(forMs), condition: 'NX' } as const
      return (await redis.run((client) => client.set(named(claimKey(key)), '', options))) !== null
    },
  }
}

/** Encrypts values and hashes keys. A value that can no longer be decrypted counts as missing. */
export function encryptedCache(here: () => SharedCache, vault: Vault): SharedCache {
  const hashedKey = (key: string) => vault.fingerprint(key, 'shared_texts')
  return {
    async get(key) {
      const encrypted = await here().get(hashedKey(key))
      if (encrypted === null) return null
      try {
        return vault.decrypt(encrypted, sharedCacheContext(hashedKey(key)))
      } catch {
        return null
      }
    },
    set: (key, value, forMs) =>
      here().set(hashedKey(key), vault.encrypt(value, sharedCacheContext(hashedKey(key))), forMs),
    claim: (key, forMs) => here().claim(hashedKey(key), forMs),
  }
}

/** Fails open: while the cache is unreachable each process fetches what it needs by itself. */
export function failOpenCache(cache: SharedCache, log: Log): SharedCache {
  const outage = createOutageLog(log, 'What processes leave for each other')
  return {
    get: (key) => outage.orElse(() => cache.get(key), null),
    set: (key, value, forMs) => outage.orElse(() => cache.set(key, value, forMs), undefined),
    claim: (key, forMs) => outage.orElse(() => cache.claim(key, forMs), true),
  }
}
