export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** How long several ways to the same end take, in turns, so that a noisy neighbour disturbs all alike. */
export async function race<Way extends string>(
  ways: Record<Way, () => Promise<unknown>>,
  rounds: number,
): Promise<Record<Way, number[]>> {
  const names = Object.keys(ways) as Way[]
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Way, number[]>
  for (let round = -5; round < rounds; round += 1) {
    for (const name of names) {
      const took = await timed(ways[name])
      if (round >= 0) times[name].push(took)
    }
  }
  return times
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
