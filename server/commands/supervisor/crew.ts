import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/platform/log.ts'
import { readyMessage } from '../lifetime.ts'

export type PoolRole = {
  name: string
  args: readonly string[]
  /** Until one has been ready these are its words. */
  firstArgs?: readonly string[]
  /** After so many that ended before any was ready, there is no use in starting another. */
  maxStarts: number
  onReady?: () => void
}

export type ProcessPool = {
  /** Those that do their work by now. */
  readonly ready: ReadonlySet<Worker>
  /** Keeps a process at the post until the crew is stopped; throws when none gets ready. */
  maintain(role: PoolRole): Promise<void>
  /** Has them all drain. Answers whether each ended as it was told to. */
  stop(): Promise<boolean>
}

type ProcessEnd = { code: number | null; signal: string | null }

/** One that ends sooner is not worth starting again at once. */
const shortLifetimeMs = 30_000
const shortestPauseMs = 100
const longestPauseMs = 30_000
const frequentEnds = 5

export class NeverReady extends Error {
  readonly end: ProcessEnd
  constructor(name: string, end: ProcessEnd) {
    super(`The ${name} process ended (${end.signal ?? `code ${end.code}`}) before it was ready.`)
    this.name = 'NeverReady'
    this.end = end
  }
}

export function createProcessPool(log: Log): ProcessPool {
  const children = new Map<Worker, Promise<ProcessEnd>>()
  const ready = new Set<Worker>()
  const over = new AbortController()

  const startChild = (args: readonly string[]) => {
    cluster.setupPrimary({ args: [...args] })
    const child = cluster.fork()
    children.set(child, waitForEnd(child))
    return child
  }

  const maintain = async (role: PoolRole): Promise<void> => {
    let hasBeenReady = false
    for (let inARow = 1; !over.signal.aborted; inARow += 1) {
      const begun = performance.now()
      const child = startChild(hasBeenReady ? role.args : (role.firstArgs ?? role.args))
      child.on('message', (message: unknown) => {
        if (message !== readyMessage) return
        hasBeenReady = true
        ready.add(child)
        role.onReady?.()
      })
      const end = (await children.get(child)) ?? { code: null, signal: null }
      ready.delete(child)
      if (over.signal.aborted) return
      children.delete(child)
      if (performance.now() - begun > shortLifetimeMs) inARow = 1
      if (!hasBeenReady && inARow >= role.maxStarts) throw new NeverReady(role.name, end)
      const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** (inARow - 1))
      const facts = { process: role.name, endedPid: child.process.pid, ...end, inARow, pauseMs }
      if (inARow < frequentEnds) log.error(facts, 'a process ended and is replaced')
      else log.fatal(facts, 'a process ends whenever it is replaced')
      await sleep(pauseMs, undefined, { signal: over.signal }).catch(() => {})
    }
  }

  const stop = async (): Promise<boolean> => {
    over.abort()
    for (const child of children.keys()) child.process.kill('SIGTERM')
    const ends = await Promise.all(children.values())
    return ends.every(({ code, signal }) => code === 0 || signal === 'SIGTERM')
  }

  return { ready, maintain, stop }
}

/** One that could not even be started ends with an error only. */
function waitForEnd(child: Worker): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
    child.on('error', () => {
      if (child.process.pid === undefined) resolve({ code: 1, signal: null })
    })
  })
}
