/** A seeded random generator of numbers from 0 to 1, so that failures are reproducible. */
export function randomFrom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
