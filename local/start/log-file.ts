import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readable } from './readable-log.ts'

const rotateAt = 10 * 1024 * 1024

export type LogFile = { path: string; write: (line: string) => void; recent: () => string[] }

/** Appends lines to a file of the folder; a large one is put aside first, in place of the one put aside before it. */
export function openLogFile(folder: string, name: string): LogFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  if (existsSync(path) && statSync(path).size > rotateAt) renameSync(path, `${path}.1`)
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 })
  stream.on('error', (error) => console.error(`The log ${path} can't be written: ${error.message}`))
  const recent: string[] = []
  return {
    path,
    write(line) {
      stream.write(`${line}\n`)
      recent.push(line)
      if (recent.length > 12) recent.shift()
    },
    recent: () => recent,
  }
}

export function lastLines(what: string, log: LogFile): string {
  const lines = log.recent().map((line) => `  ${readable(line)}`)
  return [lines.length > 0 ? `${what}. Last words:` : `${what}.`, ...lines, `More is in ${log.path}`].join('\n')
}
