import pg from 'pg'
import type { Turns } from '#server/ports/turns.ts'
import type { Database } from '../db/client.ts'
import type { Log } from '../log.ts'
import { askPlatform } from './ask-platform.ts'
import { createOutage } from './outage.ts'
import type { Redis } from './redis.ts'

/*
 * One number for each thing that has a rate: when the next turn would be free if nobody ever had one early. A turn may be
 * taken so much earlier as the tolerance says, which makes a burst after a pause. The time is the place's own, since the
 * clocks of machines differ.
 */

const now = `(extract(epoch from statement_timestamp()) * 1000)`

export function postgresTurns(db: Database): Turns {
  return {
    async take(key, { intervalMs, toleranceMs, patienceMs }) {
      const name = pg.escapeLiteral(key)
      const free = `greatest(turn.free_at, ${now})`
      const [answer] = await askPlatform<{ wait: number }>(
        db,
        `with ${forgetting(name)}, taken as (
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
    async rest(key, { toleranceMs, restMs }) {
      await askPlatform(
        db,
        `insert into shared_turns as turn (key, free_at) values (${pg.escapeLiteral(key)}, ${now} + ${restMs + toleranceMs})
        on conflict (key) do update set free_at = greatest(turn.free_at, excluded.free_at)`,
      )
    },
  }
}

/** What has been free for a minute is as if it never was. What others are at is passed over: they would wait for us in turn. */
const forgetting = (name: string) => `forgotten as (
  delete from shared_turns where key in (
    select key from shared_turns where free_at < ${now} - 60000 and key <> ${name} limit 10 for update skip locked))`

const takeScript = `
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

const restScript = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local next = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now + ARGV[1])
  redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', string.format('%.0f', next - now + 1))`

export function redisTurns(redis: Redis): Turns {
  const run = (script: string, key: string, numbers: number[]) =>
    redis.ask((client) => client.eval(script, { keys: [`lockstep:turn:${key}`], arguments: numbers.map(String) }))
  return {
    take: async (key, { intervalMs, toleranceMs, patienceMs }) =>
      Number(await run(takeScript, key, [intervalMs, toleranceMs, finite(patienceMs)])),
    rest: async (key, { toleranceMs, restMs }) => void (await run(restScript, key, [restMs + toleranceMs])),
  }
}

/** Some have all the time there is. */
const finite = (milliseconds: number) => Math.min(milliseconds, Number.MAX_SAFE_INTEGER)

/** While the others can't be reached, each process keeps to the rate by itself. */
export function turnsThatMayFail(here: () => Turns, log: Log): Turns {
  const outage = createOutage(log, 'What processes take turns in')
  return {
    take: (key, pace) => outage.orElse(() => here().take(key, pace), 0),
    rest: (key, pace) => outage.orElse(() => here().rest(key, pace), undefined),
  }
}
