import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

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
