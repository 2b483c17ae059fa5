import { choosePort, readStateFile, writeStateFile } from '../state-file.ts'
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

export type Keeper = {
  /** Something is other than it was: it is written down soon. */
  noteChange(): void
  writeNow(): void
}

const shortestPause = 1_000

/** Writes at most once a second, and spends no more than a tenth of its time on it when the world is large. */
export function createKeeper(file: string | undefined, read: () => KeptState): Keeper {
  if (!file) return { noteChange: () => {}, writeNow: () => {} }
  let pause = shortestPause
  let timer: NodeJS.Timeout | undefined
  const writeNow = () => {
    clearTimeout(timer)
    timer = undefined
    const begun = performance.now()
    writeStateFile(file, read())
    pause = Math.max(shortestPause, (performance.now() - begun) * 10)
  }
  return { noteChange: () => void (timer ??= setTimeout(writeNow, pause)), writeNow }
}
