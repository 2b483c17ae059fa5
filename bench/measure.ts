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

/**
 * How long several ways to the same end take, in turns, so that a noisy neighbour disturbs all alike. Rounds in which the
 * machine's host ran somebody else in our place tell of the host: they are done once more.
 */
export async function race<Way extends string>(
  ways: Record<Way, () => Promise<unknown>>,
  wanted: number,
): Promise<Record<Way, number[]>> {
  const names = Object.keys(ways) as Way[]
  const rounds: { times: number[]; isDisturbed: boolean }[] = []
  const calm: number[][] = []
  while (calm.length < wanted && rounds.length < 2 * wanted + warmUp) {
    const before = stolenTicks()
    const times: number[] = []
    for (const name of names) times.push(await timed(ways[name]))
    rounds.push({ times, isDisturbed: stolenTicks() > before })
    // What is taken is booked in ticks of ten milliseconds: those beside a disturbed round may have paid for it too.
    const beside = rounds.slice(-3)
    const [, between] = beside
    if (rounds.length > warmUp + 2 && between && !beside.some(({ isDisturbed }) => isDisturbed))
      calm.push(between.times)
  }
  if (calm.length < wanted) console.log(`  Of ${wanted} rounds the machine's host left ${calm.length} undisturbed`)
  const timesAt = (at: number) => calm.map((times) => times[at] ?? Number.NaN)
  return Object.fromEntries(names.map((name, at) => [name, timesAt(at)])) as Record<Way, number[]>
}

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
