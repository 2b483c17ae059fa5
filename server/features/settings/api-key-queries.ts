import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { publicHandles } from '#server/platform/db/schema/public-handles.ts'
import { apiKeys } from '#server/platform/db/schema/settings.ts'

const { id, name, prefix, suffix, scopes, isMaster, createdAt, expiresAt, lastUsedAt, replacedAt, revokedAt } = apiKeys
const { firstName, lastName, email } = users

/** `createdByName` is null once the author no longer belongs to the company (row-level security hides them). */
const fields = {
  id,
  name,
  prefix,
  suffix,
  scopes,
  isMaster,
  createdAt,
  expiresAt,
  lastUsedAt,
  replacedAt,
  revokedAt,
  createdByName: sql<string | null>`coalesce(nullif(concat_ws(' ', ${firstName}, ${lastName}), ''), ${email})`,
}

const selected = (tx: Tx) => tx.select(fields).from(apiKeys).leftJoin(users, eq(users.id, apiKeys.createdBy))
export type ApiKeyRecord = Awaited<ReturnType<typeof selected>>[number]

const named = (companyId: string, keyId: string) => and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, keyId))

const isGoodAt = (now: Date) =>
  sql`(${revokedAt} is null and (${expiresAt} is null or ${expiresAt} > ${now.toISOString()}::timestamptz))`

/** Valid keys first, then newest first. */
export async function listApiKeys(tx: Tx, companyId: string, now: Date): Promise<ApiKeyRecord[]> {
  return selected(tx)
    .where(eq(apiKeys.companyId, companyId))
    .orderBy(desc(isGoodAt(now)), desc(createdAt), desc(apiKeys.id))
}

export async function getApiKeyOrThrow(tx: Tx, companyId: string, keyId: string): Promise<ApiKeyRecord> {
  const [key] = await selected(tx).where(named(companyId, keyId))
  if (!key) throw new AppError('not_found', 'There is no such key.')
  return key
}

/** Advisory lock: serializes rotating and revoking of the company's keys. */
export async function lockApiKeys(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('api keys'), hashtext(${companyId}))`)
}

export async function insertApiKey(tx: Tx, key: typeof apiKeys.$inferInsert): Promise<void> {
  const { companyId, id: apiKeyId, keyHash: handle, expiresAt: end } = key
  await tx.insert(apiKeys).values(key)
  await tx.insert(publicHandles).values({ handle, companyId, apiKeyId, expiresAt: end ?? null })
}

/** Lets the key expire at `at`, unless it expires sooner. */
export async function expireApiKey(tx: Tx, companyId: string, keyId: string, at: Date): Promise<void> {
  const end = (column: typeof expiresAt | typeof publicHandles.expiresAt) =>
    sql`least(${column}, ${at.toISOString()}::timestamptz)`
  await tx
    .update(apiKeys)
    .set({ expiresAt: end(expiresAt) })
    .where(named(companyId, keyId))
  await tx
    .update(publicHandles)
    .set({ expiresAt: end(publicHandles.expiresAt) })
    .where(and(eq(publicHandles.companyId, companyId), eq(publicHandles.apiKeyId, keyId)))
}

export async function markRevoked(tx: Tx, companyId: string, keyId: string, at: Date): Promise<void> {
  await tx.update(apiKeys).set({ revokedAt: at }).where(named(companyId, keyId))
}

/** Marks the key as replaced; it stays valid until `goodUntil` or its own expiry. A key is replaced only once. */
export async function replaceApiKey(
  tx: Tx,
  companyId: string,
  keyId: string,
  { at, goodUntil }: { at: Date; goodUntil: Date },
): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ replacedAt: at })
    .where(and(named(companyId, keyId), isNull(replacedAt)))
  await expireApiKey(tx, companyId, keyId, goodUntil)
}

/** Valid master keys, including replaced ones in their overlap. */
export async function listMasterIds(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const masters = await tx
    .select({ id })
    .from(apiKeys)
    .where(and(eq(apiKeys.companyId, companyId), eq(isMaster, true), isGoodAt(now)))
    .orderBy(id)
  return masters.map((master) => master.id)
}
