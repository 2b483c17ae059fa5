import type { apiKeysApi, NewApiKey } from '#contract/api-keys.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { auditedKey } from './key-row.ts'
import { issueKey } from './make-key.ts'

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
