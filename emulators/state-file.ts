import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type StateWriter = {
  /** Something is other than it was: it is written down soon. */
  scheduleSave(): void
  writeNow(): void
}

const shortestPause = 1_000

/** Writes at most once a second, and spends no more than a tenth of its time on it when the state is large. */
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

/** What a stand-in kept the last time; undefined when it kept nothing. */
export function readStateFile(file: string | undefined, revive?: Revive): unknown {
  return file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8'), revive) : undefined
}

export function writeStateFile(file: string, state: object): void {
  mkdirSync(dirname(file), { recursive: true })
  const partial = `${file}.partial`
  writeFileSync(partial, JSON.stringify(state), { mode: 0o600 })
  renameSync(partial, file)
}

/** Systems lend the ports above 30,000 to outgoing connections; one below is likely to be free the next time too. */
export const choosePort = () => randomInt(20_000, 30_000)
