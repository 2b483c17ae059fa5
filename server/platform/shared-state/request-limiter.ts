import pg from 'pg'
import type { Clock } from '../clock.ts'
import { type Database, queryPlatform } from '../db/client.ts'
import type { Log } from '../log.ts'
import { createOutageLog } from './outage-log.ts'
import type { Redis } from './redis.ts'

/** A fixed-window rate limit: at most `max` calls per window. Each `name` has its own counters. */
export type RateLimit = { name: string; max: number; windowMs: number }

export type LimitResult = { isOver: boolean; endsInMs: number }

export type RequestLimiter = {
  /** Whether the next call would be over the limit, by local knowledge. Counts nothing, so it can stand before the work. */
  peek(limit: RateLimit, who: string): LimitResult
  /** Counts with local knowledge; counts of other processes arrive within a second or two. No request waits for the shared store. */
  count(limit: RateLimit, who: string): LimitResult
  /** Counts in the shared store and waits for it, so that the limit is exact over all processes. */
  countExactly(limit: RateLimit, who: string): Promise<LimitResult>
  close(): Promise<void>
}

type LimiterParts = {
  counters: CounterStore
  /** Hashes the key, so that the shared store holds no addresses. */
  hash(key: string): string
  clock: Clock
  log: Log
}

/** `own` is counted here, `sent` is the part of it that is in the shared store, `others` is the rest of the store's total. */
type CallCount = { key: string; endsAt: number; own: number; sent: number; others: number }

type LimitWindow = { endsAt: number; counts: Map<string, CallCount> }

const syncEveryMs = 1_000

/** Bounds memory: beyond this many callers in one window the oldest is forgotten. */
const maxCallers = 20_000

/** Counts calls in fixed windows that are the same for all processes. While the shared store is unreachable each process counts alone. */
export function createRequestLimiter({ counters, hash, clock, log }: LimiterParts): RequestLimiter {
  const windows = new Map<string, LimitWindow>()
  const unsynced = new Set<CallCount>()
  const outage = createOutageLog(log, 'What processes count together')
  let timer: NodeJS.Timeout | undefined
  let syncing: Promise<void> = Promise.resolve()

  const syncLater = (count: CallCount) => {
    unsynced.add(count)
    timer ??= setTimeout(() => {
      timer = undefined
      syncing = sync()
    }, syncEveryMs).unref()
  }

  const send = async (counts: CallCount[], now: number) => {
    const increments = counts.map((count) => incrementOf(count, hash))
    for (const count of counts) count.sent = count.own
    try {
      const totals = await counters.add(increments, now)
      // Increments sent meanwhile may be included or not. `others` never shrinks: a store that lost its data starts at zero.
      counts.forEach((count, place) => (count.others = Math.max(count.others, (totals[place] ?? 0) - count.sent)))
      outage.worked()
      return totals
    } catch (error) {
      counts.forEach((count, place) => (count.sent -= increments[place]?.count ?? 0))
      for (const count of counts) syncLater(count)
      outage.failed(error)
      return null
    }
  }

  const sync = async () => {
    const now = clock.now().getTime()
    const counts = [...unsynced].filter(({ own, sent, endsAt }) => own > sent && endsAt > now)
    unsynced.clear()
    if (counts.length > 0) await send(counts, now)
  }

  const increment = (limit: RateLimit, who: string, now: number): CallCount => {
    const count = countFor(windows, limit, who, now)
    count.own += 1
    return count
  }

  return {
    peek: (limit, who) => peekAt(windows.get(limit.name), limit, who, clock.now().getTime()),
    count(limit, who) {
      const now = clock.now().getTime()
      const count = increment(limit, who, now)
      syncLater(count)
      return toResult(limit, count, count.own + count.others, now)
    },
    async countExactly(limit, who) {
      const now = clock.now().getTime()
      const count = increment(limit, who, now)
      const here = count.own + count.others
      const totals = here > limit.max ? null : await send([count], now)
      return toResult(limit, count, totals?.[0] ?? here, now)
    },
    async close() {
      clearTimeout(timer)
      await syncing
    },
  }
}

const incrementOf = ({ key, endsAt, own, sent }: CallCount, hash: LimiterParts['hash']): CounterIncrement => ({
  key: hash(key),
  endsAt,
  count: own - sent,
})

const toResult = ({ max }: RateLimit, { endsAt }: CallCount, total: number, now: number): LimitResult => ({
  isOver: total > max,
  endsInMs: endsAt - now,
})

function peekAt(window: LimitWindow | undefined, limit: RateLimit, who: string, now: number): LimitResult {
  const endsAt = endOfWindow(limit, now)
  const count = window?.endsAt === endsAt ? window.counts.get(who) : undefined
  return { isOver: count !== undefined && count.own + count.others >= limit.max, endsInMs: endsAt - now }
}

const endOfWindow = ({ windowMs }: RateLimit, now: number) => now - (now % windowMs) + windowMs

function countFor(windows: Map<string, LimitWindow>, limit: RateLimit, who: string, now: number): CallCount {
  const { name } = limit
  const endsAt = endOfWindow(limit, now)
  let window = windows.get(name)
  if (window?.endsAt !== endsAt) windows.set(name, (window = { endsAt, counts: new Map() }))
  const known = window.counts.get(who)
  if (known) return known
  const [oldest] = window.counts.size < maxCallers ? [] : window.counts.keys()
  if (oldest !== undefined) window.counts.delete(oldest)
  const fresh = { key: `${name} ${who}`, endsAt, own: 0, sent: 0, others: 0 }
  window.counts.set(who, fresh)
  return fresh
}

/** What one process counted for a key in the window that ends at `endsAt` (milliseconds since 1970). */
export type CounterIncrement = { key: string; endsAt: number; count: number }

/** Counters that all processes share. */
export type CounterStore = {
  /** Adds increments and returns the new total of each. */
  add(increments: readonly CounterIncrement[], now: number): Promise<number[]>
}

export function postgresCounters(db: Database): CounterStore {
  return {
    async add(increments, now) {
      // Sorted, so that two processes lock rows in the same order.
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
      redis.run(async (client) => {
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
