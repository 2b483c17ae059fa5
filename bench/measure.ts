export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Medians of two ways to the same end, taken in turns, so that a noisy neighbour disturbs both alike. */
export async function compare(ours: () => Promise<unknown>, bare: () => Promise<unknown>, rounds = 40) {
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (let round = -5; round < rounds; round += 1) {
    const [bareTime, ourTime] = [await timed(bare), await timed(ours)]
    if (round < 0) continue
    times.ours.push(ourTime)
    times.bare.push(bareTime)
  }
  return { ours: median(times.ours), bare: median(times.bare) }
}

/** What the server weighs now. */
export async function residentBytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1] ?? 0)
}
