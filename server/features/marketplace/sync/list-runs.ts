import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { marketplaceApi, SyncRun } from '#contract/marketplace.ts'
import type { Page } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listRunPage } from './queries/run-list.ts'

export async function listRuns(
  ctx: CompanyContext,
  query: ParsedInputOf<typeof marketplaceApi.syncRuns>,
): Promise<Page<SyncRun>> {
  return ctx.read((tx) => listRunPage(tx, { companyId: ctx.companyId, now: ctx.clock.now() }, query))
}
