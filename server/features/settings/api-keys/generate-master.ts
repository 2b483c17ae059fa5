import type { NewApiKey } from '#contract/api-keys.ts'
import { apiKeyScopes } from '#contract/roles.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { auditedKey } from './key-row.ts'
import { issueKey } from './make-key.ts'
import { overlapEnd } from './overlap.ts'
import { listMasterIds, lockApiKeys, replaceApiKey } from './queries.ts'

/** A company has one master key, which opens everything; those before it end with the overlap. */
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
