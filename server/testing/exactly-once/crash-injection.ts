import type pg from 'pg'
import { type Database, openDatabase } from '#server/platform/db/client.ts'

/** Ends a simulated process: nothing after it happens. */
class Killed extends Error {
  constructor() {
    super('This process has been killed')
    this.name = 'Killed'
  }
}

/** The await at which a process crashes; with `hasActed` the awaited call has happened, but its result is lost. */
export type Crash = { at: number; hasActed: boolean }

/** Never crashes; for recording the awaits of a process. */
export const noCrash: Crash = { at: Infinity, hasActed: false }

export type CrashInjector = ReturnType<typeof createCrashInjector>

/** Simulates a crash at any await: every await of the process goes through `step`. */
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
    /** The awaits so far, in order. */
    awaits,
    isOver: () => hasCrashed,
    onCrash: (end: () => void) => void crashCallbacks.push(end),
    async step<T>(what: string, act: () => Promise<T>): Promise<T> {
      if (hasCrashed) throw new Killed()
      awaits.push(what)
      const isLast = crash?.at === awaits.length
      if (isLast && !crash.hasActed) throw crashNow()
      const [outcome] = await Promise.allSettled([act()])
      // A crashed process receives neither results nor errors.
      if (isLast) throw crashNow()
      if (hasCrashed) throw new Killed()
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    },
  }
}

/** A database whose statements are awaits of the simulated process; its connections break when it crashes. */
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

/** The socket of a connection, which pg's types leave out. */
const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
