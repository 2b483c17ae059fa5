import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type StateWriter = {
  /** Schedules a save after a change. */
  scheduleSave(): void
  writeNow(): void
}

const shortestPause = 1_000

/** Writes at most once a second, and spends at most a tenth of the time on writing a large state. */
export function createStateWriter(file: string | undefined, read: () => object): StateWriter {
  if (!file) return { scheduleSave: () => {}, writeNow: () => {} }
  let pause = shortestPause
  let timer: NodeJS.Timeout | undefined
  const writeNow = () => {
    clearTimeout(timer)
    timer = undefined
    const begun = performance.now()
    writeStateFile(file, read())
    pause = Math.max(shortestPause, (performance.now() - begun) * 10)
  }
  return { scheduleSave: () => void (timer ??= setTimeout(writeNow, pause)), writeNow }
}

type Revive = (name: string, value: unknown) => unknown

/** Reads a saved state; undefined when there is none. */
export function readStateFile(file: string | undefined, revive?: Revive): unknown {
  return file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8'), revive) : undefined
}

export function writeStateFile(file: string, state: object): void {
  mkdirSync(dirname(file), { recursive: true })
  const partial = `${file}.partial`
  writeFileSync(partial, JSON.stringify(state), { mode: 0o600 })
  renameSync(partial, file)
}

/** Ports above 30,000 are used for outgoing connections; one below is likely to be free again after a restart. */
export const choosePort = () => randomInt(20_000, 30_000)
