import { choosePort, readStateFile } from '../state-file.ts'
import { bookOf } from './book.ts'
import { createSeller, createWorld, type World } from './world.ts'

/** What outlives a restart. The world's times are those of a clock that may have been ahead of the wall's. */
export type KeptState = { port: number; now: string; world: World }

export function loadState(file: string | undefined, makeWorld: () => World): KeptState {
  const kept = readStateFile(file, revive) as KeptState | undefined
  return kept ? complete(kept) : { port: choosePort(), now: new Date().toISOString(), world: makeWorld() }
}

/** Which of the objects are books, the file doesn't say. */
const revive = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? bookOf(Object.entries(value)) : value

/** A file of an earlier version lacks the books that have come since. */
function complete({ port, now, world }: KeptState): KeptState {
  const sellers = Object.values(world.sellers).map(
    (seller) => [seller.id, { ...createSeller(seller), ...seller }] as const,
  )
  return { port, now, world: { ...createWorld(), ...world, sellers: bookOf(sellers) } }
}
