import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { createOutage } from './outage.ts'
import type { Tallies, Tally } from './tallies.ts'

/** `name` says what is counted: of two names, each has its own count of everybody. */
export type Allowance = { name: string; max: number; windowMs: number }

export type Verdict = { isOver: boolean; endsInMs: number }

export type Counting = {
  /** Counts by what this process knows. What others count it hears within a second or two, so that no call waits for that. */
  count(allowance: Allowance, who: string): Verdict
  /** Counts in the place that all share, and waits for it: not one too many gets through. */
  countAtOnce(allowance: Allowance, who: string): Promise<Verdict>
  close(): Promise<void>
}

type Parts = {
  tallies: Tallies
  /** Hides whom a count is of: addresses are nobody's to read. */
  hash(key: string): string
  clock: Clock
  log: Log
}

/** `sent` is how much of `own` the others have been told, `others` what they have. */
type Count = { key: string; endsAt: number; own: number; sent: number; others: number }
type Window = { endsAt: number; counts: Map<string, Count> }

const tellEveryMs = 1_000
/** More callers in one window are not told apart from new ones: whoever has thousands of addresses is stopped elsewhere. */
const mostCallers = 20_000

/** Counts calls in windows that begin and end by the clock, for all processes alike. Works by itself while it is alone. */
export function createCounting({ tallies, hash, clock, log }: Parts): Counting {
  const windows = new Map<string, Window>()
  const untold = new Set<Count>()
  const outage = createOutage(log, 'What processes count together')
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> = Promise.resolve()

  const tellLater = (count: Count) => {
    untold.add(count)
    timer ??= setTimeout(() => {
      timer = undefined
      telling = tell()
    }, tellEveryMs).unref()
  }

  const send = async (counts: Count[], now: number) => {
    const news = counts.map((count) => newsOf(count, hash))
    for (const count of counts) count.sent = count.own
    try {
      const totals = await tallies.add(news, now)
      // What was sent meanwhile may be in it or not. It never shrinks: a place that has lost its counts begins at none.
      counts.forEach((count, place) => (count.others = Math.max(count.others, (totals[place] ?? 0) - count.sent)))
      outage.worked()
      return totals
    } catch (error) {
      counts.forEach((count, place) => (count.sent -= news[place]?.count ?? 0))
      for (const count of counts) tellLater(count)
      outage.failed(error)
      return null
    }
  }

  const tell = async () => {
    const now = clock.now().getTime()
    const counts = [...untold].filter(({ own, sent, endsAt }) => own > sent && endsAt > now)
    untold.clear()
    if (counts.length > 0) await send(counts, now)
  }

  const note = (allowance: Allowance, who: string, now: number): Count => {
    const count = countOf(windows, allowance, who, now)
    count.own += 1
    return count
  }

  return {
    count(allowance, who) {
      const now = clock.now().getTime()
      const count = note(allowance, who, now)
      tellLater(count)
      return verdict(allowance, count, count.own + count.others, now)
    },
    async countAtOnce(allowance, who) {
      const now = clock.now().getTime()
      const count = note(allowance, who, now)
      const here = count.own + count.others
      const totals = here > allowance.max ? null : await send([count], now)
      return verdict(allowance, count, totals?.[0] ?? here, now)
    },
    async close() {
      clearTimeout(timer)
      await telling
    },
  }
}

const newsOf = ({ key, endsAt, own, sent }: Count, hash: Parts['hash']): Tally => ({
  key: hash(key),
  endsAt,
  count: own - sent,
})

const verdict = ({ max }: Allowance, { endsAt }: Count, total: number, now: number): Verdict => ({
  isOver: total > max,
  endsInMs: endsAt - now,
})

function countOf(windows: Map<string, Window>, { name, windowMs }: Allowance, who: string, now: number): Count {
  const endsAt = now - (now % windowMs) + windowMs
  let window = windows.get(name)
  if (window?.endsAt !== endsAt) windows.set(name, (window = { endsAt, counts: new Map() }))
  const known = window.counts.get(who)
  if (known) return known
  const [oldest] = window.counts.size < mostCallers ? [] : window.counts.keys()
  if (oldest !== undefined) window.counts.delete(oldest)
  const fresh = { key: `${name} ${who}`, endsAt, own: 0, sent: 0, others: 0 }
  window.counts.set(who, fresh)
  return fresh
}
