import { recordAudit } from '#server/platform/audit.ts'
import { noOrigin, type Deps } from '#server/platform/context.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { newId } from '#server/platform/ids.ts'
import { findAccountByEmail } from './queries.ts'

/** Makes the first admin's account, so that somebody can make the others. An existing account is left as it is. */
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
