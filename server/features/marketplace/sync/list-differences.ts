import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { marketplaceApi, StockDifference } from '#contract/marketplace.ts'
import type { Page } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listDifferencePage } from './queries/difference-list.ts'

export async function listDifferences(
  ctx: CompanyContext,
  query: ParsedInputOf<typeof marketplaceApi.differences>,
): Promise<Page<StockDifference>> {
  return ctx.read((tx) => listDifferencePage(tx, { companyId: ctx.companyId, ...query }))
}
