import { asc, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { Clock } from './clock.ts'
import type { Database, Tx } from './db/client.ts'
import { companies } from './db/schema/companies.ts'
import { restores } from './db/schema/restores.ts'
import type { WritingGate } from './ports.ts'
import type { Log } from './log.ts'

/**
 * Blocks outgoing calls after the database was restored to an earlier moment: outside services then know more than the database,
 * so nothing is sent until `npm run reconcile` has asked them. See `docs/decisions/0027`.
 */
export type RestoreGate = {
  /** When a process first saw the last restore; what happened before was already reported by the original database. */
  readonly restoredAt: Date | null
  /** The restore that is not reconciled yet, as of the last check (at most 5 seconds ago); null when the gate is open. */
  readonly closedBy: RestoreRecord | null
  /** Checks now and returns the current `closedBy`. */
  checkNow(): Promise<RestoreRecord | null>
  whenOpen(): Promise<void>
  close(): void
}

/** The mark that `npm run restore` writes to PostgreSQL's settings (`lockstep.restored`). */
const RestoreMark = z
  .string()
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(z.object({ id: z.uuid(), to: z.coerce.date<string>() }))

const checkEveryMs = 5_000

type Parts = { db: Database; clock: Clock; log: Log }

export async function openRestoreGate({ db, clock, log }: Parts): Promise<RestoreGate> {
  let restoredAt: Date | null = null
  let closedBy: RestoreRecord | null = null
  let confirmedMark: string | null = null
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()

  const checkNow = async (): Promise<RestoreRecord | null> => {
    const mark = await readMark(db)
    if (mark === confirmedMark) return closedBy
    const found =
      mark === ''
        ? await db.readPlatform(findLastRestore)
        : await recordRestore(db, RestoreMark.parse(mark), clock.now())
    const isClosed = found && mark !== '' && found.reconciledAt === null
    if (isClosed && !closedBy) log.warn({ restoredTo: found.restoredTo }, unreconciled)
    if (!isClosed && closedBy) log.info('this database has been reconciled with the outside')
    restoredAt = found?.foundAt ?? null
    closedBy = isClosed ? found : null
    confirmedMark = isClosed ? null : mark
    if (!isClosed) open()
    return closedBy
  }
  await checkNow()
  // While PostgreSQL is unavailable nothing can be sent or received anyway.
  const checkTimer = setInterval(() => void checkNow().catch(() => {}), checkEveryMs)
  checkTimer.unref()
  return {
    get restoredAt() {
      return restoredAt
    },
    get closedBy() {
      return closedBy
    },
    checkNow,
    whenOpen: () => opened,
    close: () => clearInterval(checkTimer),
  }
}

/**
 * Refuses incoming orders on a restored database that is not reconciled: it may be discarded again, and an order that was accepted
 * must not be lost. Senders retry.
 */
export function assertReconciled({ gate }: { gate: Pick<RestoreGate, 'closedBy'> }): void {
  if (gate.closedBy) throw new Unavailable(restoreInProgress, { retryAfterSeconds: 300 })
}

const restoreInProgress = say('Lockstep’s database is being restored and accepts nothing until that is done')

/** Fails writing calls while the gate is closed. It is checked for each call: PostgreSQL may be replaced by a restored copy under a running process. */
export function blockWhileRestored(gate: Pick<RestoreGate, 'checkNow'>): WritingGate {
  return async () => {
    if (await gate.checkNow()) throw new Unavailable(nothingSent, { retryAfterSeconds: 60 })
  }
}

const nothingSent = say('The database was restored to an earlier point, and nothing is sent until it is reconciled')

async function readMark({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ mark: string | null }>(
    `select current_setting('lockstep.restored', true) as mark`,
  )
  return rows[0]?.mark ?? ''
}

/** The first process that sees the restore records it and ends all sessions. */
function recordRestore(db: Database, mark: z.output<typeof RestoreMark>, now: Date): Promise<RestoreRecord> {
  return db.onPlatform(async (tx) => {
    const isNew = await insertRestore(tx, { id: mark.id, restoredTo: mark.to, foundAt: now })
    if (isNew) await endAllSessions(tx)
    const stored = await findRestore(tx, mark.id)
    if (!stored) throw new Error('The restore could not be noted')
    return stored
  })
}

const unreconciled =
  'this database was brought back to an earlier moment: nothing is sent or imported until npm run reconcile'

export type RestoreRecord = typeof restores.$inferSelect

const findRestore = async (tx: Tx, id: string): Promise<RestoreRecord | undefined> =>
  (await tx.select().from(restores).where(eq(restores.id, id)))[0]

const findLastRestore = async (tx: Tx): Promise<RestoreRecord | undefined> =>
  (await tx.select().from(restores).orderBy(desc(restores.foundAt)).limit(1))[0]

/** Returns whether no process had recorded this restore before. */
async function insertRestore(tx: Tx, record: Omit<RestoreRecord, 'reconciledAt'>): Promise<boolean> {
  const added = await tx.insert(restores).values(record).onConflictDoNothing().returning({ id: restores.id })
  return added.length > 0
}

export async function markReconciled(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.update(restores).set({ reconciledAt: at }).where(eq(restores.id, id))
}

export const listCompanies = (tx: Tx): Promise<{ id: string; name: string }[]> =>
  tx.select({ id: companies.id, name: companies.name }).from(companies).orderBy(asc(companies.name))

/** Sessions of the restored moment are invalid: people may have signed out or lost rights since then. */
async function endAllSessions(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from sessions`)
}
