import type { Random } from '../random.ts'

export function pick<T>(random: Random, all: readonly T[]): T {
  const one = all[random.between(0, all.length - 1)]
  if (one === undefined) throw new Error('There is nothing to pick from')
  return one
}

/** As many different ones, at most all; those with more demand more often. */
export function pickSome<T extends { demand: number }>(random: Random, all: readonly T[], count: number): T[] {
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () => left.splice(pickIndex(random, left), 1)).flat()
}

function pickIndex(random: Random, all: readonly { demand: number }[]): number {
  let chance = random.fraction() * all.reduce((sum, { demand }) => sum + demand, 0)
  const index = all.findIndex(({ demand }) => (chance -= demand) < 0)
  return index === -1 ? all.length - 1 : index
}
