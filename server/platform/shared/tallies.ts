import pg from 'pg'
import type { Database } from '../db/client.ts'
import { askPlatform } from './ask-platform.ts'
import type { Redis } from './redis.ts'

/** What one process has counted of something in a window of time, which ends at `endsAt` (milliseconds since 1970). */
export type Tally = { key: string; endsAt: number; count: number }

/** How often things have happened, over all processes. */
export type Tallies = {
  /** Adds what is new, and answers how much there is of each by then. */
  add(news: readonly Tally[], now: number): Promise<number[]>
}

export function postgresTallies(db: Database): Tallies {
  return {
    async add(news, now) {
      // In one order, or two processes could wait for each other.
      const ordered = news.toSorted((a, b) => a.endsAt - b.endsAt || (a.key < b.key ? -1 : 1))
      const totals = await askPlatform<Tally>(db, addition(ordered, now))
      const found = new Map(totals.map(({ key, endsAt, count }) => [nameOf({ key, endsAt }), count]))
      return news.map((tally) => found.get(nameOf(tally)) ?? tally.count)
    },
  }
}

const addition = (news: readonly Tally[], now: number) => `
  with over as (delete from shared_tallies where ends_at < to_timestamp(${now} / 1000.0))
  insert into shared_tallies as tally (ends_at, key, count)
  select to_timestamp("endsAt" / 1000), key, count
  from json_to_recordset(${pg.escapeLiteral(JSON.stringify(news))}) as given("endsAt" float8, key text, count integer)
  on conflict (ends_at, key) do update set count = tally.count + excluded.count
  returning key, (extract(epoch from ends_at) * 1000)::float8 as "endsAt", count`

export function redisTallies(redis: Redis): Tallies {
  return {
    add: (news, now) =>
      redis.ask(async (client) => {
        const pipeline = client.multi()
        for (const { key, endsAt, count } of news) {
          const name = `lockstep:tally:${nameOf({ key, endsAt })}`
          pipeline.incrBy(name, count).pExpire(name, endsAt - now)
        }
        const answers = await pipeline.execAsPipeline()
        return news.map((_, place) => Number(answers[place * 2]))
      }),
  }
}

const nameOf = ({ key, endsAt }: Pick<Tally, 'key' | 'endsAt'>) => `${endsAt}:${key}`
