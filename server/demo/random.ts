export type Random = ReturnType<typeof createRandom>

/** Chance that repeats itself: the same word gives the same numbers, so that every demo company is the same one. */
export function createRandom(word: string) {
  let state = Buffer.from(word).reduce((sum, byte) => scramble(sum ^ byte), 1)
  const fraction = () => (state = scramble(state)) / 2 ** 32
  const between = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1))
  return {
    fraction,
    /** A whole number, both ends included. */
    between,
    /** How often something happens that happens `mean` times on average. */
    times(mean: number): number {
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = fraction(); product > limit; product *= fraction()) count++
      return count
    },
  }
}

/** A linear congruential step; the multiplier and the odd step make it run through all 32-bit numbers. */
const scramble = (state: number) => (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0

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
