import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { companies } from '../db/schema/companies.ts'
import { restores } from '../db/schema/restores.ts'

export type RestoreRecord = typeof restores.$inferSelect

export const findRestore = async (tx: Tx, id: string): Promise<RestoreRecord | undefined> =>
  (await tx.select().from(restores).where(eq(restores.id, id)))[0]

export const findLastRestore = async (tx: Tx): Promise<RestoreRecord | undefined> =>
  (await tx.select().from(restores).orderBy(desc(restores.foundAt)).limit(1))[0]

/** Answers whether nobody had met it before. */
export async function insertRestore(tx: Tx, record: Omit<RestoreRecord, 'reconciledAt'>): Promise<boolean> {
  const added = await tx.insert(restores).values(record).onConflictDoNothing().returning({ id: restores.id })
  return added.length > 0
}

export async function markReconciled(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.update(restores).set({ reconciledAt: at }).where(eq(restores.id, id))
}

export const listCompanies = (tx: Tx): Promise<{ id: string; name: string }[]> =>
  tx.select({ id: companies.id, name: companies.name }).from(companies).orderBy(asc(companies.name))

/** Who was signed out, or lost a right, after the moment must not be let in by it. */
export async function endAllSessions(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from sessions`)
}
