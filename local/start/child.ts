import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endProcess } from '../processes.ts'
import { root } from '../root.ts'
import { readable } from './output.ts'
import type { Stoppable } from './shutdown.ts'

export type Child = Stoppable & {
  pid: number
  /** The first message of the child over its IPC channel. */
  message: Promise<unknown>
  send(message: object): void
  /** Resolves with the signal or exit code, as text. */
  ended: Promise<string>
}

export type ChildOptions = {
  program: string[]
  env: NodeJS.ProcessEnv
  patience: number
  onLine: (line: string) => void
}

/**
 * Runs a program detached from the terminal, so that Ctrl-C reaches this process only, which stops its children in order. By the
 * IPC channel the children notice when this process was killed.
 */
export function startChild({ program, env, patience, onLine }: ChildOptions): Child {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', onLine)
  const { pid } = child
  if (pid === undefined) throw new Error(`${program.join(' ')} could not be started.`)
  return {
    pid,
    message: new Promise((resolve) => {
      child.once('message', resolve)
    }),
    // A child that has ended already is told nothing; `ended` says so.
    send: (message) => void child.send(message, () => {}),
    ended: new Promise((resolve) => {
      child.once('close', (code, signal) => resolve(signal ?? `code ${code}`))
    }),
    stop: () =>
      endProcess(pid, [
        { signal: 'SIGTERM', patience },
        { signal: 'SIGKILL', patience: 2_000 },
      ]),
    kill: () => child.kill('SIGKILL'),
  }
}

const rotateAtBytes = 10 * 1024 * 1024

export type LogFile = { path: string; write: (line: string) => void; recent: () => string[] }

/** Appends lines to a log file. A file over 10 MB is rotated first; one old file is kept. */
export function openLogFile(folder: string, name: string): LogFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  if (existsSync(path) && statSync(path).size > rotateAtBytes) renameSync(path, `${path}.1`)
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
