import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { recordAudit, type AuditEntry } from '#server/platform/audit.ts'
import { noOrigin, type Deps } from '#server/platform/context.ts'
import type { Database, Tx } from '#server/platform/db/client.ts'

const ana = {
  actor: { type: 'user', userId: '0199a1b2-0000-7000-8000-00000000a0a0', role: 'ops', name: 'Ana Ruiz' },
  origin: { requestId: 'req-1', ipAddress: '127.0.0.1', userAgent: 'Mozilla/5.0' },
} as const

/** Writes an entry of a person in its own transaction. */
export async function writeEntry(
  { db }: Pick<Deps, 'db'>,
  companyId: string | null,
  entry: Partial<AuditEntry> = {},
): Promise<void> {
  const write = (tx: Tx) => recordEntry(tx, companyId, entry)
  await (companyId === null ? db.onPlatform(write) : db.inCompany(companyId, write))
}

export const recordEntry = (tx: Tx, companyId: string | null, entry: Partial<AuditEntry> = {}): Promise<void> =>
  recordAudit(tx, ana, {
    action: 'product.update',
    resource: 'product',
    resourceId: 'p-1',
    companyId,
    before: { title: 'Mug' },
    after: { title: 'Cup' },
    ...entry,
  })

/** The attribution of a job. */
export const asJob = { actor: { type: 'job', name: 'inventory.sync' }, origin: noOrigin } as const

/**
 * Tampers as a superuser, without triggers and row-level security, and rolls back after `look`. The cast to a transaction is
 * safe, because only statements are run on it.
 */
export async function tampering<T>(admin: pg.Client, tamper: string, look: (reader: Reader) => Promise<T>): Promise<T> {
  await admin.query(`begin; set local session_replication_role = replica`)
  try {
    await admin.query(tamper)
    return await look({ transaction: (work) => work(drizzle(admin) as unknown as Tx) })
  } finally {
    await admin.query('rollback')
  }
}
type Reader = Pick<{ transaction: Database['onPlatform'] }, 'transaction'>
