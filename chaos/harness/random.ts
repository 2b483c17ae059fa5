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

/** What comes by chance in one request of a play; it is the same whatever was sent before. */
export function createRandom(seed: number, index: number): Random {
  const roll = randomFrom(seed * perSeed + index)
  // Neighbouring seeds begin alike.
  for (let thrown = 0; thrown < 4; thrown += 1) roll()
  const whole = (end: number) => Math.floor(roll() * end)
  return {
    roll,
    whole,
    happens: (chance) => roll() < chance,
    pick: <T>(list: readonly T[]) => list[whole(list.length)] as T,
  }
}
