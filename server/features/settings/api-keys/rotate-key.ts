import type { apiKeysApi, NewApiKey } from '#contract/api-keys.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { auditedKey, toApiKeyRow } from './key-row.ts'
import { issueKey } from './make-key.ts'
import { overlapEnd } from './overlap.ts'
import { getApiKeyOrThrow, lockApiKeys, replaceApiKey, type ApiKeyRecord } from './queries.ts'

type RotateKeyInput = ParsedInputOf<typeof apiKeysApi.rotate>

/** The new key lasts as long as the one before was made for. */
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

/** The time of a key that has been replaced is that of the overlap, which its next successor would be made for. */
function assertRotatable({ clock }: CompanyContext, { revokedAt, expiresAt, replacedAt }: ApiKeyRecord): void {
  const hasEnded = revokedAt !== null || (expiresAt !== null && expiresAt <= clock.now())
  if (hasEnded) throw new AppError('conflict', 'This key has ended. Make a new one instead.')
  if (replacedAt !== null) throw new AppError('conflict', 'This key has been replaced already.')
}

function sameTimeFromNow({ clock }: CompanyContext, { createdAt, expiresAt }: ApiKeyRecord): Date | null {
  return expiresAt && new Date(clock.now().getTime() + expiresAt.getTime() - createdAt.getTime())
}
