import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ApiKeyRow, apiKeysApi, NewApiKey } from '#contract/api-keys.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { type ApiKeyScope, apiKeyScopes } from '#contract/roles.ts'
import { accountNumberOf } from '#server/features/auth/accounts.ts'
import { handleOfKey } from '#server/features/auth/authenticate.ts'
import { createApiKey } from '#server/features/channels/secrets.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { publicHandles } from '#server/platform/db/schema/public-handles.ts'
import { apiKeys } from '#server/platform/db/schema/settings.ts'
import { newId } from '#server/platform/ids.ts'

export async function listKeys(ctx: CompanyContext): Promise<ApiKeyRow[]> {
  const keys = await ctx.read((tx) => listApiKeys(tx, ctx.companyId, ctx.clock.now()))
  return keys.map(toApiKeyRow)
}

type CreateKeyInput = ParsedInputOf<typeof apiKeysApi.create>

const day = 24 * 3_600_000

export async function createKey(
  ctx: CompanyContext,
  { name, scopes, expiresInDays }: CreateKeyInput,
): Promise<NewApiKey> {
  const expiresAt = expiresInDays === null ? null : new Date(ctx.clock.now().getTime() + expiresInDays * day)
  return ctx.transaction(async (tx) => {
    const made = await issueKey(tx, ctx, { name, scopes, isMaster: false, expiresAt })
    await recordAudit(tx, ctx, {
      action: 'api_key.create',
      resource: 'api_key',
      resourceId: made.id,
      companyId: ctx.companyId,
      after: auditedKey(made),
    })
    await ctx.publishChange(tx, 'settings')
    return made
  })
}

/** Issues a new master key, which has all scopes. Former master keys expire when the overlap ends. */
export async function generateMaster(
  ctx: CompanyContext,
  { overlapHours }: { overlapHours: number },
): Promise<NewApiKey> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockApiKeys(tx, companyId)
    const at = ctx.clock.now()
    const goodUntil = overlapEnd(ctx, overlapHours)
    const replaced = await listMasterIds(tx, companyId, at)
    for (const keyId of replaced) await replaceApiKey(tx, companyId, keyId, { at, goodUntil })
    const made = await issueKey(tx, ctx, { name: 'Master key', scopes: apiKeyScopes, isMaster: true, expiresAt: null })
    await recordAudit(tx, ctx, {
      action: 'api_key.generate-master',
      resource: 'api_key',
      resourceId: made.id,
      companyId,
      after: { ...auditedKey(made), replaced, overlapHours: replaced.length > 0 ? overlapHours : null },
    })
    await ctx.publishChange(tx, 'settings')
    return made
  })
}

type RotateKeyInput = ParsedInputOf<typeof apiKeysApi.rotate>

/** Replaces a key by a new one with the same name, scopes and lifetime. */
export async function rotateKey(ctx: CompanyContext, { keyId, overlapHours }: RotateKeyInput): Promise<NewApiKey> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockApiKeys(tx, companyId)
    const before = await getApiKeyOrThrow(tx, companyId, keyId)
    assertRotatable(ctx, before)
    await replaceApiKey(tx, companyId, keyId, { at: ctx.clock.now(), goodUntil: overlapEnd(ctx, overlapHours) })
    const { name, scopes, isMaster } = toApiKeyRow(before)
    const made = await issueKey(tx, ctx, { name, scopes, isMaster, expiresAt: sameTimeFromNow(ctx, before) })
    await recordAudit(tx, ctx, {
      action: 'api_key.rotate',
      resource: 'api_key',
      resourceId: keyId,
      companyId,
      before: auditedKey(toApiKeyRow(before)),
      after: { ...auditedKey(made), replacedBy: made.id, overlapHours },
    })
    await ctx.publishChange(tx, 'settings')
    return made
  })
}

/** A replaced key cannot be rotated again: its lifetime is now the overlap, which the new key would inherit. */
function assertRotatable({ clock }: CompanyContext, { revokedAt, expiresAt, replacedAt }: ApiKeyRecord): void {
  const hasEnded = revokedAt !== null || (expiresAt !== null && expiresAt <= clock.now())
  if (hasEnded) throw new AppError('conflict', say('This key has expired or been revoked. Create a new one instead.'))
  if (replacedAt !== null) throw new AppError('conflict', say('This key has already been replaced.'))
}

function sameTimeFromNow({ clock }: CompanyContext, { createdAt, expiresAt }: ApiKeyRecord): Date | null {
  return expiresAt && new Date(clock.now().getTime() + expiresAt.getTime() - createdAt.getTime())
}

/** Revokes a key; its next request is rejected. */
export async function revokeKey(ctx: CompanyContext, { keyId }: { keyId: string }): Promise<ApiKeyRow> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  return ctx.transaction(async (tx) => {
    await lockApiKeys(tx, companyId)
    const before = toApiKeyRow(await getApiKeyOrThrow(tx, companyId, keyId))
    if (before.revokedAt !== null) return before
    await markRevoked(tx, companyId, keyId, now)
    await expireApiKey(tx, companyId, keyId, now)
    const after = toApiKeyRow(await getApiKeyOrThrow(tx, companyId, keyId))
    await recordAudit(tx, ctx, {
      action: 'api_key.revoke',
      resource: 'api_key',
      resourceId: keyId,
      companyId,
      before: auditedKey(before),
      after: auditedKey(after),
    })
    await ctx.publishChange(tx, 'settings')
    return after
  })
}

type NewKey = { name: string; scopes: readonly ApiKeyScope[]; isMaster: boolean; expiresAt: Date | null }

/** Creates a key and returns its plaintext, which cannot be shown again: only the hash is stored. */
async function issueKey(tx: Tx, ctx: CompanyContext, { scopes, ...making }: NewKey): Promise<NewApiKey> {
  const { companyId, actor, clock } = ctx
  const [id, key] = [newId(), createApiKey()]
  await insertApiKey(tx, {
    ...making,
    companyId,
    id,
    scopes: [...scopes],
    prefix: key.slice(0, 8),
    suffix: key.slice(-4),
    keyHash: handleOfKey(key),
    createdBy: actor.type === 'user' ? actor.userId : null,
    createdAt: clock.now(),
  })
  return { ...toApiKeyRow(await getApiKeyOrThrow(tx, companyId, id)), key }
}

const toApiKeyRow = ({
  prefix,
  suffix,
  createdAt,
  expiresAt,
  lastUsedAt,
  replacedAt,
  revokedAt,
  ...key
}: ApiKeyRecord): ApiKeyRow => ({
  ...key,
  masked: `${prefix}••••••••${suffix}`,
  scopes: apiKeyScopes.filter((scope) => key.scopes.includes(scope)),
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  replacedAt: replacedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
})

/** The fields of a key for the audit log. */
const auditedKey = ({ name, masked, scopes, isMaster, expiresAt, revokedAt }: ApiKeyRow) => ({
  name,
  masked,
  scopes,
  isMaster,
  expiresAt,
  revokedAt,
})

const hour = 3_600_000

/** When the overlap of a replaced key or secret ends. */
export const overlapEnd = ({ clock }: Pick<CompanyContext, 'clock'>, hours: number): Date =>
  new Date(clock.now().getTime() + hours * hour)

/** `createdByName` is null once the author no longer belongs to the company (row-level security hides them). */
const keyFields = {
  id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  suffix: apiKeys.suffix,
  scopes: apiKeys.scopes,
  isMaster: apiKeys.isMaster,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  replacedAt: apiKeys.replacedAt,
  revokedAt: apiKeys.revokedAt,
  createdByName: sql<string | null>`case when ${users.removedAt} is null
    then coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.email})
    else ${accountNumberOf(users.id)} end`,
}

const selectKeys = (tx: Tx) => tx.select(keyFields).from(apiKeys).leftJoin(users, eq(users.id, apiKeys.createdBy))

type ApiKeyRecord = Awaited<ReturnType<typeof selectKeys>>[number]

const isKey = (companyId: string, keyId: string) => and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, keyId))

const isGoodAt = (now: Date) =>
  sql`(${apiKeys.revokedAt} is null
    and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > ${now.toISOString()}::timestamptz))`

/** Valid keys first, then newest first. */
async function listApiKeys(tx: Tx, companyId: string, now: Date): Promise<ApiKeyRecord[]> {
  return selectKeys(tx)
    .where(eq(apiKeys.companyId, companyId))
    .orderBy(desc(isGoodAt(now)), desc(apiKeys.createdAt), desc(apiKeys.id))
}

async function getApiKeyOrThrow(tx: Tx, companyId: string, keyId: string): Promise<ApiKeyRecord> {
  const [key] = await selectKeys(tx).where(isKey(companyId, keyId))
  if (!key) throw new AppError('not_found', say('This key doesn’t exist.'))
  return key
}

/** Advisory lock: serializes rotating and revoking of the company's keys. */
async function lockApiKeys(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('api keys'), hashtext(${companyId}))`)
}

async function insertApiKey(tx: Tx, key: typeof apiKeys.$inferInsert): Promise<void> {
  const { companyId, id: apiKeyId, keyHash: handle, expiresAt: end } = key
  await tx.insert(apiKeys).values(key)
  await tx.insert(publicHandles).values({ handle, companyId, apiKeyId, expiresAt: end ?? null })
}

/** Lets the key expire at `at`, unless it expires sooner. */
async function expireApiKey(tx: Tx, companyId: string, keyId: string, at: Date): Promise<void> {
  const end = (column: typeof apiKeys.expiresAt | typeof publicHandles.expiresAt) =>
    sql`least(${column}, ${at.toISOString()}::timestamptz)`
  await tx
    .update(apiKeys)
    .set({ expiresAt: end(apiKeys.expiresAt) })
    .where(isKey(companyId, keyId))
  await tx
    .update(publicHandles)
    .set({ expiresAt: end(publicHandles.expiresAt) })
    .where(and(eq(publicHandles.companyId, companyId), eq(publicHandles.apiKeyId, keyId)))
}

async function markRevoked(tx: Tx, companyId: string, keyId: string, at: Date): Promise<void> {
  await tx.update(apiKeys).set({ revokedAt: at }).where(isKey(companyId, keyId))
}

/** Marks the key as replaced; it stays valid until `goodUntil` or its own expiry. A key is replaced only once. */
async function replaceApiKey(
  tx: Tx,
  companyId: string,
  keyId: string,
  { at, goodUntil }: { at: Date; goodUntil: Date },
): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ replacedAt: at })
    .where(and(isKey(companyId, keyId), isNull(apiKeys.replacedAt)))
  await expireApiKey(tx, companyId, keyId, goodUntil)
}

/** Valid master keys, including replaced ones in their overlap. */
async function listMasterIds(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const masters = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.companyId, companyId), eq(apiKeys.isMaster, true), isGoodAt(now)))
    .orderBy(apiKeys.id)
  return masters.map((master) => master.id)
}
