import { existsSync, readFileSync } from 'node:fs'

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const warmUp = 5

/** A turn has so many calls, one after the other, or as many as the time allows. */
type Turn = { calls: number; milliseconds: number }

/** Times several variants of the same work alternately, so that noise of the machine affects all alike. */
export async function race<Way extends string>(
  ways: Record<Way, () => Promise<unknown>>,
  roundCount: number,
  turn: Turn = { calls: 1, milliseconds: 0 },
): Promise<Record<Way, number[]>> {
  const turns = await alternate(
    ways,
    async (work) => {
      const end = performance.now() + turn.milliseconds
      const times = [await timed(work)]
      while (times.length < turn.calls && performance.now() < end) times.push(await timed(work))
      return times
    },
    roundCount,
    turn.calls === 1 ? warmUp : 1,
  )
  return mapWays(turns, (times) => times.flat())
}

/** The time limit gives slow variants fewer calls, which is exact enough. */
const window = { calls: 50, milliseconds: 200 }
const windows = 15
const warmUpCalls = { calls: 400, milliseconds: 2_000 }

/** A race in windows of many calls, after a warm-up in which V8 optimizes the code of a fresh server. */
export async function raceWarm<Way extends string>(ways: Record<Way, () => Promise<unknown>>) {
  const end = performance.now() + warmUpCalls.milliseconds
  for (let calls = 0; calls < warmUpCalls.calls && performance.now() < end; calls += 1) {
    for (const call of Object.values<() => Promise<unknown>>(ways)) await call()
  }
  return race(ways, windows, window)
}

/**
 * Measures several variants alternately. Rounds with stolen CPU time (a virtual machine's host ran others) are repeated. The first
 * rounds only warm up.
 */
export async function alternate<Way extends string, Work, Result>(
  ways: Record<Way, Work>,
  measure: (work: Work) => Promise<Result>,
  roundCount: number,
  warmUpRounds: number,
): Promise<Record<Way, Result[]>> {
  const names = Object.keys(ways) as Way[]
  const rounds: { results: Result[]; isDisturbed: boolean }[] = []
  const calm: Result[][] = []
  while (calm.length < roundCount && rounds.length < 2 * roundCount + warmUpRounds) {
    const before = stolenTicks()
    const results: Result[] = []
    for (const name of names) results.push(await measure(ways[name]))
    rounds.push({ results, isDisturbed: stolenTicks() > before })
    // Stolen time is counted in ticks of 10 ms, so the rounds next to a disturbed one may be affected too.
    const beside = rounds.slice(-3)
    const [, between] = beside
    if (rounds.length > warmUpRounds + 2 && between && !beside.some(({ isDisturbed }) => isDisturbed))
      calm.push(between.results)
  }
  if (calm.length < roundCount)
    console.log(`  Of ${roundCount} rounds the machine's host left ${calm.length} undisturbed`)
  // With too few calm rounds, all of them count.
  const counted = calm.length < roundCount / 4 ? rounds.slice(warmUpRounds).map(({ results }) => results) : calm
  const resultsAt = (at: number) => counted.flatMap((results) => results.slice(at, at + 1))
  return Object.fromEntries(names.map((name, at) => [name, resultsAt(at)])) as Record<Way, Result[]>
}

const mapWays = <Way extends string, From, To>(ways: Record<Way, From>, map: (from: From) => To): Record<Way, To> =>
  Object.fromEntries(Object.entries<From>(ways).map(([name, from]) => [name, map(from)])) as Record<Way, To>

/** Stolen CPU time of a virtual machine on Linux (/proc/stat), in ticks; 0 elsewhere. */
function stolenTicks(): number {
  const [line = ''] = existsSync('/proc/stat') ? readFileSync('/proc/stat', 'utf8').split('\n', 1) : []
  return Number(line.split(/ +/)[8] ?? 0)
}

export async function compare(ours: () => Promise<unknown>, bare: () => Promise<unknown>, rounds = 40) {
  const times = await race({ bare, ours }, rounds)
  return { ours: median(times.ours), bare: median(times.bare) }
}

/** Resident memory of the server. */
export async function residentBytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1] ?? 0)
}
