import type pg from 'pg'
import { type Database, openDatabase } from '#server/platform/db/client.ts'

/** What a killed process would have done next never happens. */
class Killed extends Error {
  constructor() {
    super('This process has been killed')
    this.name = 'Killed'
  }
}

/** At which of its awaits a process dies; `hasActed`: once what it awaits has happened, and before it hears of it. */
export type Crash = { at: number; hasActed: boolean }

/** For a process that is only watched. */
export const noCrash: Crash = { at: Infinity, hasActed: false }

export type CrashInjector = ReturnType<typeof createCrashInjector>

/** A life that may end at any await. Whatever is awaited by the process goes through `step`. */
export function createCrashInjector(crash: Crash | null) {
  const awaits: string[] = []
  const crashCallbacks: (() => void)[] = []
  let hasCrashed = false

  const crashNow = () => {
    hasCrashed = true
    for (const end of crashCallbacks) end()
    return new Killed()
  }

  return {
    /** What has been awaited so far, in order. */
    awaits,
    isOver: () => hasCrashed,
    onCrash: (end: () => void) => void crashCallbacks.push(end),
    async step<T>(what: string, act: () => Promise<T>): Promise<T> {
      if (hasCrashed) throw new Killed()
      awaits.push(what)
      const isLast = crash?.at === awaits.length
      if (isLast && !crash.hasActed) throw crashNow()
      const [outcome] = await Promise.allSettled([act()])
      // A dead process hears of nothing, neither of what it did nor of what failed.
      if (isLast) throw crashNow()
      if (hasCrashed) throw new Killed()
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    },
  }
}

/** A database as one process sees it: each statement is an await, and its connections break when it dies. */
export async function openCrashingDatabase(url: string, crashInjector: CrashInjector): Promise<Database> {
  const db = await openDatabase(url, { max: 6, applicationName: 'lockstep mortal' })
  db.pool.on('connect', (client) => {
    const { query } = client
    const ask = query.bind(client) as (...args: unknown[]) => Promise<unknown>
    Object.assign(client, {
      query: (...args: unknown[]) => crashInjector.step(`query: ${textOf(args[0])}`, () => ask(...args)),
    })
    crashInjector.onCrash(() => streamOf(client).destroy())
  })
  return db
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: string }).text
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)
}

/** Not among pg's types: the socket under a connection. */
const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
