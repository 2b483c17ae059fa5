import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../root.ts'
import { startChild } from './child.ts'
import { openLogFile } from './log-file.ts'
import { noteServer } from './orphan.ts'
import { readable, readableProblem } from './readable-log.ts'
import type { Shutdown } from './shutdown.ts'

const startTimeout = 120_000

/** Resolves when the product answers. `failed` rejects with its last words should it end by itself, then or later. */
export async function startServer(env: NodeJS.ProcessEnv, dataDir: string, logs: string, shutdown: Shutdown) {
  const log = openLogFile(logs, 'lockstep.log')
  let isReady = false
  const child = startChild({
    program: [join(root, 'dist/server.mjs'), 'start'],
    env,
    patience: 20_000,
    onLine(line) {
      log.write(line)
      const problem = isReady ? readableProblem(line) : undefined
      if (problem) console.error(problem)
    },
  })
  shutdown.defer(child)
  noteServer(dataDir, child.pid)
  const failed = child.ended.then((how) => {
    const lastWords = log.recent().map((line) => `  ${readable(line)}`)
    const what = isReady ? 'Lockstep stopped by itself' : 'Lockstep could not start'
    throw new Error([`${what} (${how}). Its last words:`, ...lastWords, `More is in ${log.path}`].join('\n'))
  })
  await Promise.race([untilReady(Number(env['PORT'])), failed])
  isReady = true
  return { failed }
}

async function untilReady(port: number): Promise<void> {
  const deadline = Date.now() + startTimeout
  while (Date.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) return
    await sleep(40)
  }
  throw new Error(`Lockstep did not become ready within ${startTimeout / 1000} seconds.`)
}
