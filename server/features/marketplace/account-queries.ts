import { and, asc, desc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Region } from '#contract/marketplace-values.ts'
import type { AmazonAccount } from '#contract/marketplace.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { amazonIntegrations, syncSchedules } from '#server/platform/db/schema/marketplace.ts'

/** A row of `amazon_integrations` with its encrypted secrets. Never send it to a browser or log it as it is. */
export type AccountRecord = typeof amazonIntegrations.$inferSelect

/** Accounts that are shown to users: neither connection attempts (no seller yet) nor disconnected accounts. */
const isShown = and(isNotNull(amazonIntegrations.sellerId), isNull(amazonIntegrations.disconnectedAt))

/** Active accounts first, each group oldest first. */
export async function listShownAccounts(tx: Tx): Promise<AmazonAccount[]> {
  const found = await tx
    .select({
      id: amazonIntegrations.id,
      name: amazonIntegrations.name,
      isActive: amazonIntegrations.isActive,
      region: amazonIntegrations.region,
      sellerId: sql<string>`${amazonIntegrations.sellerId}`,
      marketplaceIds: amazonIntegrations.marketplaceIds,
      authorizedAt: amazonIntegrations.authorizedAt,
      lastSyncedAt: amazonIntegrations.lastSyncedAt,
      authorizationError: amazonIntegrations.authorizationError,
      sendsChanges: sql<boolean>`${amazonIntegrations.sendsSince} is not null`,
      sharedMarketplaceIds: sql<string[]>`coalesce((
        select s.marketplace_ids from shared_seller_accounts() s where s.integration_id = ${amazonIntegrations.id}
      ), '{}')`,
    })
    .from(amazonIntegrations)
    .where(isShown)
    .orderBy(desc(amazonIntegrations.isActive), asc(amazonIntegrations.createdAt), asc(amazonIntegrations.id))
  return found.map((account) => ({
    ...account,
    authorizedAt: account.authorizedAt?.toISOString() ?? null,
    lastSyncedAt: account.lastSyncedAt?.toISOString() ?? null,
  }))
}

export async function getShownAccountOrThrow(tx: Tx, accountId: string): Promise<AmazonAccount> {
  const account = (await listShownAccounts(tx)).find(({ id }) => id === accountId)
  if (!account) throw noSuchAccount()
  return account
}

const noSuchAccount = () => new AppError('not_found', say('This Amazon account doesn’t exist.'))

export async function findAccount(tx: Tx, accountId: string): Promise<AccountRecord | undefined> {
  const [account] = await tx.select().from(amazonIntegrations).where(eq(amazonIntegrations.id, accountId))
  return account
}

/** Accounts with a refresh token, including those whose authorization Amazon has refused. */
export async function listTestableAccounts(tx: Tx): Promise<AccountRecord[]> {
  return tx
    .select()
    .from(amazonIntegrations)
    .where(and(isShown, isNotNull(amazonIntegrations.refreshToken)))
    .orderBy(asc(amazonIntegrations.createdAt), asc(amazonIntegrations.id))
}

/**
 * Locks an account for an update. `for no key update` does not block inserts of its sync runs, which reference the row;
 * a stronger lock could deadlock with a run that waits for the schedules.
 */
export async function lockShownAccountOrThrow(tx: Tx, accountId: string): Promise<AccountRecord> {
  const account = await lockShownAccount(tx, accountId)
  if (!account) throw noSuchAccount()
  return account
}

/** Like lockShownAccountOrThrow, for callers that do nothing when the account has been disconnected meanwhile. */
export async function lockShownAccount(tx: Tx, accountId: string): Promise<AccountRecord | undefined> {
  const [account] = await tx
    .select()
    .from(amazonIntegrations)
    .where(and(eq(amazonIntegrations.id, accountId), isShown))
    .for('no key update')
  return account
}

type SellerOfRegion = { companyId: string; sellerId: string; region: Region }

/**
 * Locks a seller's account in a region, disconnected or not. The advisory lock also covers a seller without a row yet,
 * so that two transactions cannot insert the same one.
 */
export async function lockSeller(tx: Tx, { companyId, sellerId, region }: SellerOfRegion) {
  const key = `${companyId}:${sellerId}:${region}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('amazon seller'), hashtext(${key}))`)
  const [account] = await tx
    .select()
    .from(amazonIntegrations)
    .where(and(eq(amazonIntegrations.sellerId, sellerId), eq(amazonIntegrations.region, region)))
    .for('no key update')
  return account
}

export async function insertAccount(tx: Tx, account: typeof amazonIntegrations.$inferInsert): Promise<void> {
  await tx.insert(amazonIntegrations).values(account)
}

export async function updateAccount(tx: Tx, accountId: string, changes: Partial<AccountRecord>): Promise<void> {
  await tx.update(amazonIntegrations).set(changes).where(eq(amazonIntegrations.id, accountId))
}

/** Stops the scheduled syncs of the account. */
export async function deleteSchedules(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(syncSchedules).where(eq(syncSchedules.integrationId, accountId))
}

export type ActiveAccount = { id: string; name: string }

/** Accounts that are authorized and connected, oldest first. */
export async function listActiveAccounts(tx: Tx, companyId: string): Promise<ActiveAccount[]> {
  const { rows } = await tx.execute<ActiveAccount>(sql`
    select id, name from amazon_integrations
    where company_id = ${companyId} and is_active and disconnected_at is null and seller_id is not null
    order by created_at, id`)
  return rows
}

export async function recordAccountSynced(tx: Tx, companyId: string, accountId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update amazon_integrations set last_synced_at = ${at.toISOString()}, updated_at = now()
    where company_id = ${companyId} and id = ${accountId}`)
}

/** Whether a user has started a two-way sync, which allows us to write to the account's listings. */
export async function isSendingEnabled(tx: Tx, accountId: string): Promise<boolean> {
  const found = await tx
    .select({ id: amazonIntegrations.id })
    .from(amazonIntegrations)
    .where(and(eq(amazonIntegrations.id, accountId), isNotNull(amazonIntegrations.sendsSince)))
  return found.length > 0
}

/** Allows all connected accounts to be written to. Accounts that allow it already keep their date. */
export async function enableSending(tx: Tx, now: Date): Promise<void> {
  await tx
    .update(amazonIntegrations)
    .set({ sendsSince: now })
    .where(and(eq(amazonIntegrations.isActive, true), isNull(amazonIntegrations.sendsSince)))
}

/** No account is written to until a user starts a two-way sync again. */
export async function disableSending(tx: Tx): Promise<void> {
  await tx.update(amazonIntegrations).set({ sendsSince: null }).where(isNotNull(amazonIntegrations.sendsSince))
}

const isConnectionAttempt = isNull(amazonIntegrations.sellerId)

/**
 * Clears the OAuth state in the statement that finds it, so that of two callbacks with the same state only one
 * succeeds.
 */
export async function claimConnectionAttempt(tx: Tx, stateHash: string): Promise<AccountRecord | undefined> {
  const [claimed] = await tx
    .update(amazonIntegrations)
    .set({ authorizationState: null })
    .where(eq(amazonIntegrations.authorizationState, stateHash))
    .returning()
  return claimed
}

/** Locks the row of a connection attempt; undefined when it expired and was purged meanwhile. */
export async function lockConnectionAttempt(tx: Tx, attemptId: string): Promise<AccountRecord | undefined> {
  const [attempt] = await tx
    .select()
    .from(amazonIntegrations)
    .where(and(eq(amazonIntegrations.id, attemptId), isConnectionAttempt))
    .for('update')
  return attempt
}

/** Deletes the row of an attempt. The row of an existing account stays; only its expiry date is cleared. */
export async function endConnectionAttempt(tx: Tx, attemptId: string): Promise<void> {
  await tx.delete(amazonIntegrations).where(and(eq(amazonIntegrations.id, attemptId), isConnectionAttempt))
  await tx
    .update(amazonIntegrations)
    .set({ authorizationStateExpiresAt: null })
    .where(and(eq(amazonIntegrations.id, attemptId), isNull(amazonIntegrations.authorizationState)))
}

/** Deletes attempts whose OAuth state has expired, and returns how many there were. */
export async function deleteStaleConnectionAttempts(tx: Tx, now: Date): Promise<number> {
  const isStale = lte(amazonIntegrations.authorizationStateExpiresAt, now)
  const dropped = await tx.delete(amazonIntegrations).where(and(isConnectionAttempt, isStale))
  const cleared = await tx
    .update(amazonIntegrations)
    .set({ authorizationState: null, authorizationStateExpiresAt: null })
    .where(and(isNotNull(amazonIntegrations.sellerId), isStale))
  return (dropped.rowCount ?? 0) + (cleared.rowCount ?? 0)
}
