import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLineOf, endProcess } from '../processes.ts'
import { root } from '../root.ts'
import { lastLines, openLogFile, startChild } from './child.ts'
import { readableProblem } from './output.ts'
import type { Shutdown } from './shutdown.ts'

const startTimeout = 120_000

export type LoadingServer = {
  /** Sends the rest of the environment; resolves when /readyz answers. */
  start(settings: Record<string, string>): Promise<void>
}

/**
 * Starts the server's process, which loads its program and waits for its settings. Until it has them it ends with this process, by
 * its IPC channel.
 */
export function loadServer(env: NodeJS.ProcessEnv, dataDir: string, logs: string, shutdown: Shutdown): LoadingServer {
  const log = openLogFile(logs, 'lockstep.log')
  let isReady = false
  let shown: string | undefined
  const child = startChild({
    program: [join(root, 'dist/server.mjs'), 'start', '--await-settings'],
    // One process is enough for trying it out.
    env: { WEB_PROCESSES: '1', ...env },
    patience: 20_000,
    onLine(line) {
      log.write(line)
      const problem = isReady ? readableProblem(line) : undefined
      if (problem && problem !== shown) console.error(problem)
      shown = problem
    },
  })
  shutdown.watch(
    child.ended.then((how) => lastLines(`Lockstep ${isReady ? 'stopped by itself' : 'could not start'} (${how})`, log)),
  )
  recordServer(dataDir, child.pid)
  return {
    async start(settings) {
      shutdown.defer(child)
      child.send(settings)
      await waitUntilReady(readyUrl(env))
      isReady = true
    },
  }
}

/** Wildcard addresses include 127.0.0.1. */
export function readyUrl({ LISTEN_HOST = '', PORT }: NodeJS.ProcessEnv): string {
  const host = ['', '0.0.0.0', '::', 'localhost'].includes(LISTEN_HOST) ? '127.0.0.1' : LISTEN_HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/readyz`
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + startTimeout
  while (Date.now() < deadline) {
    const response = await fetch(url).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) return
    await sleep(40)
  }
  throw new Error(`Lockstep did not become ready within ${startTimeout / 1000} seconds.`)
}

const fileName = 'server.pid'

function recordServer(folder: string, pid: number): void {
  writeFileSync(join(folder, fileName), String(pid))
}

/** Ends a server that survived its killed parent and may still hold the port. */
export async function endOrphanedServer(folder: string): Promise<void> {
  const pid = readPid(folder)
  if (pid === undefined || !commandLineOf(pid).includes('server.mjs')) return
  await endProcess(pid, [
    { signal: 'SIGTERM', patience: 5_000 },
    { signal: 'SIGKILL', patience: 2_000 },
  ])
}

function readPid(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, fileName), 'utf8')) || undefined
  } catch {
    return undefined
  }
}
