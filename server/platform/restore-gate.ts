import { asc, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Clock } from './clock.ts'
import type { Database, Tx } from './db/client.ts'
import { companies } from './db/schema/companies.ts'
import { restores } from './db/schema/restores.ts'
import type { Log } from './log.ts'

/**
 * Between the product and the outside, when the database was brought back to an earlier moment: the outside has heard more
 * than the database knows, so nothing goes out until `npm run reconcile` has asked. See `docs/decisions/0027`.
 */
export type RestoreGate = {
  /** When the database was last brought back; what happened before then has been told by whoever had it before. */
  readonly restoredAt: Date | null
  /** The copy that nobody has reconciled yet; null when all is as usual. As it was some seconds ago. */
  readonly closedBy: RestoreRecord | null
  /** The same, as it is now. */
  look(): Promise<RestoreRecord | null>
  whenOpen(): Promise<void>
  close(): void
}

/** What `npm run restore` leaves in PostgreSQL's own settings. */
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

  const look = async (): Promise<RestoreRecord | null> => {
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
  await look()
  // While PostgreSQL is away nothing can be sent or taken in anyway.
  const checkTimer = setInterval(() => void look().catch(() => {}), checkEveryMs)
  checkTimer.unref()
  return {
    get restoredAt() {
      return restoredAt
    },
    get closedBy() {
      return closedBy
    },
    look,
    whenOpen: () => opened,
    close: () => clearInterval(checkTimer),
  }
}

async function readMark({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ mark: string | null }>(
    `select current_setting('lockstep.restored', true) as mark`,
  )
  return rows[0]?.mark ?? ''
}

/** Whoever meets the copy first writes so, and ends all sessions. */
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
  'this database was brought back to an earlier moment: nothing is sent or taken in until npm run reconcile'

export type RestoreRecord = typeof restores.$inferSelect

const findRestore = async (tx: Tx, id: string): Promise<RestoreRecord | undefined> =>
  (await tx.select().from(restores).where(eq(restores.id, id)))[0]

const findLastRestore = async (tx: Tx): Promise<RestoreRecord | undefined> =>
  (await tx.select().from(restores).orderBy(desc(restores.foundAt)).limit(1))[0]

/** Answers whether nobody had met it before. */
async function insertRestore(tx: Tx, record: Omit<RestoreRecord, 'reconciledAt'>): Promise<boolean> {
  const added = await tx.insert(restores).values(record).onConflictDoNothing().returning({ id: restores.id })
  return added.length > 0
}

export async function markReconciled(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.update(restores).set({ reconciledAt: at }).where(eq(restores.id, id))
}

export const listCompanies = (tx: Tx): Promise<{ id: string; name: string }[]> =>
  tx.select({ id: companies.id, name: companies.name }).from(companies).orderBy(asc(companies.name))

/** Who was signed out, or lost a right, after the moment must not be let in by it. */
async function endAllSessions(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from sessions`)
}
