import type { Random } from '../random.ts'

export function pick<T>(random: Random, all: readonly T[]): T {
  const one = all[random.between(0, all.length - 1)]
  if (one === undefined) throw new Error('There is nothing to pick from')
  return one
}

/** As many different ones, at most all. */
export function pickSome<T>(random: Random, all: readonly T[], count: number): T[] {
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () =>
    left.splice(random.between(0, left.length - 1), 1),
  ).flat()
}
