export type Random = ReturnType<typeof createRandom>

/** Seeded random numbers: the same seed gives the same numbers, so every demo company is the same. */
export function createRandom(word: string) {
  let state = Buffer.from(word).reduce((sum, byte) => scramble(sum ^ byte), 1)
  const fraction = () => (state = scramble(state)) / 2 ** 32
  const between = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1))
  return {
    fraction,
    /** An integer, both ends inclusive. */
    between,
    /** A Poisson-distributed count with this mean. */
    times(mean: number): number {
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = fraction(); product > limit; product *= fraction()) count++
      return count
    },
  }
}

/** Linear congruential generator with full period over 32 bits. */
const scramble = (state: number) => (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0

export function pick<T>(random: Random, all: readonly T[]): T {
  const one = all[random.between(0, all.length - 1)]
  if (one === undefined) throw new Error('There is nothing to pick from')
  return one
}

/** Picks different items, weighted by demand. */
export function pickSome<T extends { demand: number }>(random: Random, all: readonly T[], count: number): T[] {
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () => left.splice(pickIndex(random, left), 1)).flat()
}

function pickIndex(random: Random, all: readonly { demand: number }[]): number {
  let chance = random.fraction() * all.reduce((sum, { demand }) => sum + demand, 0)
  const index = all.findIndex(({ demand }) => (chance -= demand) < 0)
  return index === -1 ? all.length - 1 : index
}
