import { randomFrom } from '#server/testing/random.ts'

export type Random = {
  /** From 0 to less than 1. */
  roll(): number
  /** From 0 to less than the end. */
  whole(end: number): number
  happens(chance: number): boolean
  pick<T>(list: readonly T[]): T
}

const perSeed = 100_000

/** Random values of one request of a scenario. They depend on seed and index only, not on what was sent before. */
export function createRandom(seed: number, index: number): Random {
  const roll = randomFrom(seed * perSeed + index)
  // The first values of neighboring seeds are alike.
  for (let skipped = 0; skipped < 4; skipped += 1) roll()
  const whole = (end: number) => Math.floor(roll() * end)
  return {
    roll,
    whole,
    happens: (chance) => roll() < chance,
    pick: <T>(list: readonly T[]) => list[whole(list.length)] as T,
  }
}
