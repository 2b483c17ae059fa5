import { existsSync, readFileSync } from 'node:fs'

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const warmUp = 5

/** A turn is of so many calls, one after the other, or of as many as there is time for. */
type Turn = { calls: number; milliseconds: number }

/** How long several ways to the same end take, in turns, so that a noisy neighbour disturbs all alike. */
export async function race<Way extends string>(
  ways: Record<Way, () => Promise<unknown>>,
  wanted: number,
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
    wanted,
    turn.calls === 1 ? warmUp : 1,
  )
  return mapWays(turns, (times) => times.flat())
}

/** Less of what is slow: there is no need to know it as exactly. */
const window = { calls: 50, milliseconds: 200 }
const windows = 15
const beforehand = { calls: 400, milliseconds: 2_000 }

/** A race in windows of many calls, once all have run warm: a server that has just been started translates its own code. */
export async function raceWarm<Way extends string>(ways: Record<Way, () => Promise<unknown>>) {
  const end = performance.now() + beforehand.milliseconds
  for (let calls = 0; calls < beforehand.calls && performance.now() < end; calls += 1) {
    for (const call of Object.values<() => Promise<unknown>>(ways)) await call()
  }
  return race(ways, windows, window)
}

/**
 * What several ways come to, in turns. Rounds in which the machine's host ran somebody else in our place tell of the host:
 * they are done once more. The first rounds only warm up.
 */
export async function alternate<Way extends string, Work, Result>(
  ways: Record<Way, Work>,
  measure: (work: Work) => Promise<Result>,
  wanted: number,
  unheeded: number,
): Promise<Record<Way, Result[]>> {
  const names = Object.keys(ways) as Way[]
  const rounds: { results: Result[]; isDisturbed: boolean }[] = []
  const calm: Result[][] = []
  while (calm.length < wanted && rounds.length < 2 * wanted + unheeded) {
    const before = stolenTicks()
    const results: Result[] = []
    for (const name of names) results.push(await measure(ways[name]))
    rounds.push({ results, isDisturbed: stolenTicks() > before })
    // What is taken is booked in ticks of ten milliseconds: those beside a disturbed round may have paid for it too.
    const beside = rounds.slice(-3)
    const [, between] = beside
    if (rounds.length > unheeded + 2 && between && !beside.some(({ isDisturbed }) => isDisturbed))
      calm.push(between.results)
  }
  if (calm.length < wanted) console.log(`  Of ${wanted} rounds the machine's host left ${calm.length} undisturbed`)
  // Better all of them than next to none.
  const kept = calm.length < wanted / 4 ? rounds.slice(unheeded).map(({ results }) => results) : calm
  const resultsAt = (at: number) => kept.flatMap((results) => results.slice(at, at + 1))
  return Object.fromEntries(names.map((name, at) => [name, resultsAt(at)])) as Record<Way, Result[]>
}

const mapWays = <Way extends string, From, To>(ways: Record<Way, From>, map: (from: From) => To): Record<Way, To> =>
  Object.fromEntries(Object.entries<From>(ways).map(([name, from]) => [name, map(from)])) as Record<Way, To>

/** Of a virtual machine on Linux; nothing elsewhere. */
function stolenTicks(): number {
  const [line = ''] = existsSync('/proc/stat') ? readFileSync('/proc/stat', 'utf8').split('\n', 1) : []
  return Number(line.split(/ +/)[8] ?? 0)
}

export async function compare(ours: () => Promise<unknown>, bare: () => Promise<unknown>, rounds = 40) {
  const times = await race({ bare, ours }, rounds)
  return { ours: median(times.ours), bare: median(times.bare) }
}

/** What the server weighs now. */
export async function residentBytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1] ?? 0)
}
