import { and, ne, sql } from 'drizzle-orm'
import { recordAudit } from '#server/platform/audit.ts'
import { type Deps, noOrigin } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { newId } from '#server/platform/ids.ts'
import { findAccountByEmail } from './queries.ts'

/** Creates the account of the first admin at start-up. An existing account is left unchanged. */
export async function bootstrapAdmin(deps: Pick<Deps, 'db' | 'log'>, email: string): Promise<void> {
  await deps.db.onPlatform(async (tx) => {
    if (await findAccountByEmail(tx, email)) return
    const id = newId()
    const made = await tx.insert(users).values({ id, email, role: 'admin' }).onConflictDoNothing().returning()
    if (made.length === 0) return
    const actor = { type: 'system', name: 'BOOTSTRAP_ADMIN_EMAIL' } as const
    await recordAudit(
      tx,
      { actor, origin: noOrigin },
      {
        action: 'user.create',
        resource: 'user',
        resourceId: id,
        companyId: null,
        after: { email, role: 'admin' },
      },
    )
    deps.log.info('first admin account made from BOOTSTRAP_ADMIN_EMAIL')
  })
}

/**
 * Unbinds accounts from other sign-in providers on loopback addresses, such as an emulator that now runs on another
 * port. Used by `npm start` only.
 */
export async function unbindLocalIssuers(db: Database, issuerInUse: string): Promise<void> {
  await db.onPlatform((tx) =>
    tx
      .update(users)
      .set({ oidcIssuer: null, oidcSubject: null })
      .where(
        and(sql`${users.oidcIssuer} ~ '^http://(127\\.0\\.0\\.1|localhost)[:/]'`, ne(users.oidcIssuer, issuerInUse)),
      ),
  )
}
