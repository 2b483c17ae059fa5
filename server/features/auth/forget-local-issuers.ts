import { and, ne, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema/companies.ts'

/**
 * Accounts that are bound to a sign-in provider on this machine lose the binding when another provider is used: a
 * stand-in whose port was taken, or a real one swapped in. For `npm start` only, where stand-ins come and go.
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
