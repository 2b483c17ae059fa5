/** Numbers from 0 to 1 that are the same for the same seed, so that a failure can be had again. */
export function randomFrom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
