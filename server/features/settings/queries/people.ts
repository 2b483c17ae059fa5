import { asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema/companies.ts'

const { id, email, firstName, lastName, role, lastSeenAt } = users

/** Who was seen last comes first, who never was comes last. */
export async function listUsersOfCompany(tx: Tx, companyId: string) {
  return tx
    .select({ id, email, firstName, lastName, role, lastSeenAt })
    .from(users)
    .where(eq(users.companyId, companyId))
    .orderBy(sql`${lastSeenAt} desc nulls last`, asc(users.emailKey))
}
