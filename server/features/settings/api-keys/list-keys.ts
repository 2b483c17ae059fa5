import type { ApiKeyRow } from '#contract/api-keys.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { toApiKeyRow } from './key-row.ts'
import { listApiKeys } from './queries.ts'

export async function listKeys(ctx: CompanyContext): Promise<ApiKeyRow[]> {
  const keys = await ctx.read((tx) => listApiKeys(tx, ctx.companyId, ctx.clock.now()))
  return keys.map(toApiKeyRow)
}
