import { choosePort, readStateFile } from '../state-file.ts'
import { dictionaryOf } from './book.ts'
import { createSeller, createState, type AmazonState } from './world.ts'

/** What outlives a restart. The world's times are those of a clock that may have been ahead of the wall's. */
export type SavedState = { port: number; now: string; world: AmazonState }

export function loadState(file: string | undefined, makeWorld: () => AmazonState): SavedState {
  const kept = readStateFile(file, revive) as SavedState | undefined
  return kept ? addMissingFields(kept) : { port: choosePort(), now: new Date().toISOString(), world: makeWorld() }
}

/** Which of the objects are books, the file doesn't say. */
const revive = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? dictionaryOf(Object.entries(value)) : value

/** A file of an earlier version lacks the books that have come since. */
function addMissingFields({ port, now, world }: SavedState): SavedState {
  const sellers = Object.values(world.sellers).map(
    (seller) => [seller.id, { ...createSeller(seller), ...seller }] as const,
  )
  return { port, now, world: { ...createState(), ...world, sellers: dictionaryOf(sellers) } }
}
