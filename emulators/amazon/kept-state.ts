import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { bookOf } from './book.ts'
import { createSeller, createWorld, type World } from './world.ts'

/** What outlives a restart. The world's times are those of a clock that may have been ahead of the wall's. */
export type KeptState = { port: number; now: string; world: World }

export function loadState(file: string | undefined, makeWorld: () => World): KeptState {
  if (file && existsSync(file)) return complete(JSON.parse(readFileSync(file, 'utf8'), revive) as KeptState)
  // Systems lend the ports above 30,000 to outgoing connections; one below is likely to be free the next time too.
  return { port: randomInt(20_000, 30_000), now: new Date().toISOString(), world: makeWorld() }
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
    saveState(file, read())
    pause = Math.max(shortestPause, (performance.now() - begun) * 10)
  }
  return { noteChange: () => void (timer ??= setTimeout(writeNow, pause)), writeNow }
}

function saveState(file: string, state: KeptState): void {
  mkdirSync(dirname(file), { recursive: true })
  const partial = `${file}.partial`
  writeFileSync(partial, JSON.stringify(state), { mode: 0o600 })
  renameSync(partial, file)
}
