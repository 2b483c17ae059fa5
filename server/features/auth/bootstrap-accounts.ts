import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { recordAudit, recordAudits } from '#server/platform/audit.ts'
import { type Deps, noOrigin } from '#server/platform/context.ts'
import type { Database, Tx } from '#server/platform/db/client.ts'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { newId } from '#server/platform/ids.ts'
import { unbind } from './accounts.ts'
import { type Account, findAccountByEmail } from './queries.ts'

/**
 * Creates the account of the first admin, in the provider's own company, when no active account is provider staff. Otherwise it does
 * nothing: an account that was removed must not come back with the next start.
 */
export async function bootstrapAdmin(deps: Pick<Deps, 'db' | 'log'>, email: string): Promise<void> {
  const companyId = newId()
  await deps.db.onPlatform(async (tx) => {
    // Two processes may start at once.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bootstrap admin', 0))`)
    if ((await hasActiveStaff(tx)) || (await findAccountByEmail(tx, email))) return
    const provider = (await findProviderCompany(tx)) ?? (await createProviderCompany(tx, companyId, email))
    const id = newId()
    await tx.insert(users).values({ id, email, role: 'admin', companyId: provider })
    const actor = { type: 'system', name: 'BOOTSTRAP_ADMIN_EMAIL' } as const
    const after = { email, role: 'admin' }
    await recordAudit(
      tx,
      { actor, origin: noOrigin },
      { action: 'user.create', resource: 'user', resourceId: id, companyId: provider, after },
    )
    deps.log.info('first admin account made from BOOTSTRAP_ADMIN_EMAIL')
  }, companyId)
}

async function hasActiveStaff(tx: Tx): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true), eq(companies.isProvider, true)))
    .limit(1)
  return found.length > 0
}

async function findProviderCompany(tx: Tx): Promise<string | undefined> {
  const [provider] = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.isProvider, true))
    .limit(1)
  return provider?.id
}

/** Named after the domain of the first admin's e-mail address. */
async function createProviderCompany(tx: Tx, id: string, email: string): Promise<string> {
  const name = email.slice(email.lastIndexOf('@') + 1)
  await tx.insert(companies).values({ id, name, email, isProvider: true })
  await tx.insert(companySettings).values({ companyId: id })
  return id
}

/**
 * Lets the account with this e-mail address be taken over by the next sign-in with that verified address: for the last admin after
 * the sign-in provider was exchanged (`npm run reset-sign-in`).
 */
export async function resetSignInOf(db: Database, email: string, now: Date): Promise<boolean> {
  return db.onPlatform(async (tx) => {
    const account = await findAccountByEmail(tx, email)
    if (account) await resetByCommand(tx, [account], now)
    return account !== undefined
  })
}

/** The same for every account that is bound to a sign-in; returns their number. */
export async function resetAllSignIns(db: Database, now: Date): Promise<number> {
  return db.onPlatform(async (tx) => {
    const bound = await tx.select().from(users).where(isNotNull(users.oidcSubject)).for('no key update')
    await resetByCommand(tx, bound, now)
    return bound.length
  })
}

async function resetByCommand(tx: Tx, accounts: readonly Account[], now: Date): Promise<void> {
  for (const { id } of accounts) await unbind(tx, id, now)
  await recordAudits(
    tx,
    { actor: { type: 'system', name: 'npm run reset-sign-in' }, origin: noOrigin },
    accounts.map(({ id, companyId }) => ({
      action: 'user.reset-sign-in',
      resource: 'user',
      resourceId: id,
      companyId,
    })),
  )
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
