import type { AmazonIntegration } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listShownAccounts } from '../queries/accounts.ts'
import { toIntegration } from './integration.ts'

export async function readIntegration(ctx: CompanyContext): Promise<AmazonIntegration | null> {
  const [first] = await ctx.read(listShownAccounts)
  return first ? toIntegration(first) : null
}
