import { AppError } from '#contract/errors.ts'
import type { AmazonAccount } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listShownAccounts } from '../queries/accounts.ts'

export async function listAccounts(ctx: CompanyContext, input: { companyId: string }): Promise<AmazonAccount[]> {
  if (input.companyId !== ctx.companyId) throw new AppError('not_found', 'There is no such company.')
  return ctx.read(listShownAccounts)
}
