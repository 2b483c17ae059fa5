import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { endProcess } from '../processes.ts'
import { root } from '../root.ts'
import type { Stoppable } from './shutdown.ts'

export type Child = Stoppable & {
  pid: number
  /** The first thing the child tells over its channel. */
  message: Promise<unknown>
  /** Resolves with what ended it, in words. */
  ended: Promise<string>
}

export type ChildOptions = {
  program: string[]
  env: NodeJS.ProcessEnv
  patience: number
  onLine: (line: string) => void
}

/**
 * Runs a program of ours apart from the terminal, so that Ctrl-C reaches only us and we end the children in their order. The channel
 * is how they notice that we were killed.
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
