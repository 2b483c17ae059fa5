import type { ApiKeyRow, apiKeysApi, NewApiKey } from '#contract/api-keys.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { type ApiKeyScope, apiKeyScopes } from '#contract/roles.ts'
import { handleOfKey } from '#server/features/auth/authenticate.ts'
import { createApiKey } from '#server/features/channels/secrets.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import {
  type ApiKeyRecord,
  expireApiKey,
  getApiKeyOrThrow,
  insertApiKey,
  listApiKeys,
  listMasterIds,
  lockApiKeys,
  markRevoked,
  replaceApiKey,
} from './api-key-queries.ts'

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
  if (hasEnded) throw new AppError('conflict', 'This key has ended. Make a new one instead.')
  if (replacedAt !== null) throw new AppError('conflict', 'This key has been replaced already.')
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
