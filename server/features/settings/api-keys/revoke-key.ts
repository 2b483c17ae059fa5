import type { ApiKeyRow } from '#contract/api-keys.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { auditedKey, toApiKeyRow } from './key-row.ts'
import { expireApiKey, getApiKeyOrThrow, lockApiKeys, markRevoked } from './queries.ts'

/** From the next call on the key opens nothing. */
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
