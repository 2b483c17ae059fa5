import { and, eq, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import type { AccountChange } from '#contract/admin.ts'
import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
import type { Role } from '#contract/roles.ts'
import type { AuditAction } from '#server/platform/audit-actions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext, PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { changeSets } from '#server/platform/db/schema/bulk.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { marketplaceSyncRuns } from '#server/platform/db/schema/marketplace.ts'
import { orderEvents } from '#server/platform/db/schema/orders.ts'
import { orderAssignments } from '#server/platform/db/schema/teamwork.ts'
import { reportRuns } from '#server/platform/db/schema/reports.ts'
import { personName } from '#server/platform/http/app.ts'
import { newId } from '#server/platform/ids.ts'
import type { Account } from './queries.ts'

/*
 * What admins do with accounts: provider staff in the Admin Panel with any account, a company's admin in Settings with the accounts of
 * that company. Row-level security decides which accounts a transaction sees; an account outside it does not exist (404).
 */

type AdminContext = Pick<PlatformContext | CompanyContext, 'actor' | 'origin' | 'clock'>

export type NewAccount = { email: string; firstName: string; lastName: string; role: Role; companyId: string }

/** Returns the new account's id; null when the e-mail address has an account, in whatever company. */
export async function createAccount(tx: Tx, ctx: AdminContext, input: NewAccount): Promise<string | null> {
  const id = newId()
  const { companyId } = input
  const { rowCount } = await tx
    .insert(users)
    .values({ id, ...input })
    .onConflictDoNothing()
  if (rowCount === 0) return null
  await recordAudit(tx, ctx, { action: 'user.create', resource: 'user', resourceId: id, companyId, after: input })
  return id
}

/** Changes role and state. Each request reads both, so they apply immediately. */
export async function updateAccount(
  tx: Tx,
  ctx: AdminContext,
  userId: string,
  { role, isActive }: AccountChange,
): Promise<void> {
  const before = await lockAccountOrThrow(tx, ctx, userId)
  if (role !== undefined && role !== before.role) {
    assertNotOwn(ctx, before, say('This is your own account. Ask another admin to change its role.'))
    await tx.update(users).set({ role }).where(eq(users.id, userId))
    await recordChange(tx, ctx, before, 'user.update', { role: before.role }, { role })
  }
  if (isActive === undefined || isActive === before.isActive) return
  assertNotOwn(ctx, before, say('This is your own account. Ask another admin to deactivate it.'))
  // Sessions end for good: reactivating the account must not bring them back.
  const ended = isActive ? {} : { signedOutAt: ctx.clock.now() }
  if (!isActive) await endTeamwork(tx, userId)
  await tx
    .update(users)
    .set({ isActive, ...ended })
    .where(eq(users.id, userId))
  await recordChange(tx, ctx, before, isActive ? 'user.reactivate' : 'user.deactivate')
}

/**
 * Ends an account for good: name, e-mail address and picture are erased here and where they were copied to, and the history shows
 * a number. The audit log's stored entries can't be changed (hash chain); they are shown with the number too.
 */
export async function removeAccount(tx: Tx, ctx: AdminContext, userId: string): Promise<void> {
  const before = await getRemovableAccountOrThrow(tx, ctx, userId)
  await eraseNames(tx, before)
  await endTeamwork(tx, userId)
  const now = ctx.clock.now()
  await tx
    .update(users)
    .set({
      email: `${before.id}@removed.invalid`,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      oidcIssuer: null,
      oidcSubject: null,
      role: 'readonly',
      isActive: false,
      signedOutAt: now,
      removedAt: now,
    })
    .where(eq(users.id, userId))
  await recordChange(tx, ctx, before, 'user.remove')
}

/** The orders of whoever has left wait for somebody else, in the transaction's company. */
async function endTeamwork(tx: Tx, userId: string): Promise<void> {
  await tx.delete(orderAssignments).where(eq(orderAssignments.userId, userId))
}

/** The account, locked, if the acting admin may remove it. */
export async function getRemovableAccountOrThrow(tx: Tx, ctx: AdminContext, userId: string): Promise<Account> {
  const account = await lockAccountOrThrow(tx, ctx, userId)
  assertNotOwn(ctx, account, say('This is your own account. Ask another admin to remove it.'))
  return account
}

/** Replaces the name of an account in the history of the transaction's company. Idempotent. */
export async function eraseNames(tx: Tx, account: Account): Promise<void> {
  const number = accountNumber(account)
  const name = personName(account)
  await tx.update(orderEvents).set({ actorName: number }).where(eq(orderEvents.userId, account.id))
  await tx.update(changeSets).set({ actorName: number }).where(eq(changeSets.userId, account.id))
  await tx.update(marketplaceSyncRuns).set({ requestedBy: number }).where(eq(marketplaceSyncRuns.requestedBy, name))
  await tx.update(reportRuns).set({ requestedBy: number }).where(eq(reportRuns.requestedBy, name))
}

/** Made of the random end of the id: a counter would tell companies how many accounts there are. */
const accountNumber = ({ id }: Pick<Account, 'id'>) => `Account ${Number.parseInt(id.slice(-6), 16)}`

/** Forgets the provider's subject, so that the next sign-in with the verified e-mail address takes the account over. */
export async function resetSignIn(tx: Tx, ctx: AdminContext, userId: string): Promise<void> {
  const before = await lockAccountOrThrow(tx, ctx, userId)
  await unbind(tx, userId, ctx.clock.now())
  await recordChange(tx, ctx, before, 'user.reset-sign-in')
}

export async function unbind(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ oidcIssuer: null, oidcSubject: null, signedOutAt: now }).where(eq(users.id, userId))
}

/** Signs an account out everywhere: its next request is rejected. */
export async function endSessionsOf(tx: Tx, ctx: AdminContext, userId: string): Promise<void> {
  const before = await lockAccountOrThrow(tx, ctx, userId)
  await tx.update(users).set({ signedOutAt: ctx.clock.now() }).where(eq(users.id, userId))
  await recordChange(tx, ctx, before, 'user.end-sessions')
}

/**
 * Locks the admins first, so that two who demote or remove each other do it one after the other: the second one is no admin any
 * more. Nobody changes their own account, so at least one admin remains.
 */
async function lockAccountOrThrow(tx: Tx, ctx: AdminContext, userId: string): Promise<Account> {
  const isAdmin = eq(users.role, 'admin')
  await tx.select({ id: users.id }).from(users).where(isAdmin).orderBy(users.id).for('no key update')
  if (ctx.actor.type === 'user') {
    const [actor] = await tx.select().from(users).where(eq(users.id, ctx.actor.userId))
    // Provider staff who work in a company are not among the rows that it sees.
    if (actor && !(actor.role === 'admin' && actor.isActive)) {
      throw new AppError('forbidden', say('You are no longer an admin.'))
    }
  }
  const [account] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.removedAt)))
    .for('no key update')
  if (!account) throw new AppError('not_found', say('This account doesn’t exist.'))
  return account
}

function assertNotOwn(ctx: AdminContext, { id }: Account, refusal: Message): void {
  if (ctx.actor.type === 'user' && ctx.actor.userId === id) {
    throw new AppError('conflict', refusal)
  }
}

async function recordChange(
  tx: Tx,
  ctx: AdminContext,
  { id, companyId }: Account,
  action: AuditAction,
  before: Record<string, unknown> = {},
  after: Record<string, unknown> = {},
): Promise<void> {
  await recordAudit(tx, ctx, { action, resource: 'user', resourceId: id, companyId, before, after })
}

/** Condition for lists: removed accounts are part of the history only. */
export const isNotRemoved = isNull(users.removedAt)

/** `accountNumber` of an account's id. */
export const accountNumberOf = (userId: SQLWrapper) =>
  sql<string>`'Account ' || ('x' || right(${userId}::text, 6))::bit(24)::int`

/** The present name of a person whom the transaction's company sees; null for everybody else. */
export const personNameOf = (userId: SQLWrapper) => sql<string | null>`(
  select coalesce(nullif(concat_ws(' ', person.first_name, person.last_name), ''), person.email)
  from users person where person.id = ${userId} and person.removed_at is null
)`

/** The name that the history shows for the actor of a row with `user_id` and `actor_name`. */
export const shownActorName = (table: string) => {
  const row = sql.identifier(table)
  return sql`case when ${row}.user_id in (select removed_accounts())
    then ${accountNumberOf(sql`${row}.user_id`)} else ${row}.actor_name end`
}
