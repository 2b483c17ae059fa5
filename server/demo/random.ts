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
