import pg from 'pg'
import type { RateLimiter } from '#server/ports/shared-state.ts'
import { type Database, queryPlatform } from '../db/client.ts'
import type { Log } from '../log.ts'
import { createOutageLog } from './outage-log.ts'
import type { Redis } from './redis.ts'

/*
 * GCRA (generic cell rate algorithm): one number per key, the theoretical arrival time of the next call. A call may come earlier by
 * the tolerance, which allows a burst after a pause. The store's clock decides, because the clocks of machines differ.
 */

const now = `(extract(epoch from statement_timestamp()) * 1000)`

export function postgresRateLimiter(db: Database): RateLimiter {
  return {
    async reserve(key, { intervalMs, toleranceMs, patienceMs }) {
      const name = pg.escapeLiteral(key)
      const free = `greatest(turn.free_at, ${now})`
      const [answer] = await queryPlatform<{ wait: number }>(
        db,
        `with ${deleteExpired(name)}, taken as (
          insert into shared_turns as turn (key, free_at) values (${name}, ${now} + ${intervalMs})
          on conflict (key) do update set free_at = ${free} + ${intervalMs}
          where ${free} - ${toleranceMs} - ${now} <= ${finite(patienceMs)}
          returning free_at - ${intervalMs} as free_at)
        select (free_at - ${toleranceMs} - ${now})::float8 as wait from (
          select free_at from taken union all
          select free_at from shared_turns where key = ${name} and not exists (select from taken)) as turn`,
      )
      return Math.max(0, Math.ceil(answer?.wait ?? 0))
    },
    async pause(key, { toleranceMs, restMs }) {
      await queryPlatform(
        db,
        `insert into shared_turns as turn (key, free_at) values (${pg.escapeLiteral(key)}, ${now} + ${restMs + toleranceMs})
        on conflict (key) do update set free_at = greatest(turn.free_at, excluded.free_at)`,
      )
    },
  }
}

/** Deletes keys that have been free for a minute. Rows locked by others are skipped, because waiting for them could deadlock. */
const deleteExpired = (name: string) => `forgotten as (
  delete from shared_turns where key in (
    select key from shared_turns where free_at < ${now} - 60000 and key <> ${name} limit 10 for update skip locked))`

const reserveScript = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local interval, tolerance, patience = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local free = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
  local wait = math.max(0, math.ceil(free - tolerance - now))
  if wait <= patience then
    local next = free + interval
    redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', string.format('%.0f', next - now + 1))
  end
  return wait`

const pauseScript = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local next = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now + ARGV[1])
  redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', string.format('%.0f', next - now + 1))`

export function redisRateLimiter(redis: Redis): RateLimiter {
  const run = (script: string, key: string, numbers: number[]) =>
    redis.run((client) => client.eval(script, { keys: [`lockstep:turn:${key}`], arguments: numbers.map(String) }))
  return {
    reserve: async (key, { intervalMs, toleranceMs, patienceMs }) =>
      Number(await run(reserveScript, key, [intervalMs, toleranceMs, finite(patienceMs)])),
    pause: async (key, { toleranceMs, restMs }) => void (await run(pauseScript, key, [restMs + toleranceMs])),
  }
}

/** Callers may wait without limit (Infinity), which neither SQL nor Lua accepts. */
const finite = (milliseconds: number) => Math.min(milliseconds, Number.MAX_SAFE_INTEGER)

/** Fails open: while the store is unreachable each process limits its rate by itself. */
export function failOpenRateLimiter(here: () => RateLimiter, log: Log): RateLimiter {
  const outage = createOutageLog(log, 'What processes take turns in')
  return {
    reserve: (key, rate) => outage.orElse(() => here().reserve(key, rate), 0),
    pause: (key, rate) => outage.orElse(() => here().pause(key, rate), undefined),
  }
}
