import pg from 'pg'
import type { Database } from '../db/client.ts'
import { queryPlatform } from './ask-platform.ts'
import type { Redis } from './redis.ts'

/** What one process has counted of something in a window of time, which ends at `endsAt` (milliseconds since 1970). */
export type CounterIncrement = { key: string; endsAt: number; count: number }

/** How often things have happened, over all processes. */
export type CounterStore = {
  /** Adds what is new, and answers how much there is of each by then. */
  add(increments: readonly CounterIncrement[], now: number): Promise<number[]>
}

export function postgresCounters(db: Database): CounterStore {
  return {
    async add(increments, now) {
      // In one order, or two processes could wait for each other.
      const ordered = increments.toSorted((a, b) => a.endsAt - b.endsAt || (a.key < b.key ? -1 : 1))
      const totals = await queryPlatform<CounterIncrement>(db, addStatement(ordered, now))
      const found = new Map(totals.map(({ key, endsAt, count }) => [counterName({ key, endsAt }), count]))
      return increments.map((increment) => found.get(counterName(increment)) ?? increment.count)
    },
  }
}

const addStatement = (increments: readonly CounterIncrement[], now: number) => `
  with over as (delete from shared_tallies where ends_at < to_timestamp(${now} / 1000.0))
  insert into shared_tallies as tally (ends_at, key, count)
  select to_timestamp("endsAt" / 1000), key, count
  from json_to_recordset(${pg.escapeLiteral(JSON.stringify(increments))}) as given("endsAt" float8, key text, count integer)
  on conflict (ends_at, key) do update set count = tally.count + excluded.count
  returning key, (extract(epoch from ends_at) * 1000)::float8 as "endsAt", count`

export function redisCounters(redis: Redis): CounterStore {
  return {
    add: (increments, now) =>
      redis.ask(async (client) => {
        const pipeline = client.multi()
        for (const { key, endsAt, count } of increments) {
          const name = `lockstep:tally:${counterName({ key, endsAt })}`
          pipeline.incrBy(name, count).pExpire(name, endsAt - now)
        }
        const answers = await pipeline.execAsPipeline()
        return increments.map((_, place) => Number(answers[place * 2]))
      }),
  }
}

const counterName = ({ key, endsAt }: Pick<CounterIncrement, 'key' | 'endsAt'>) => `${endsAt}:${key}`
