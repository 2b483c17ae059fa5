import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { ListingChange, twoWayApi } from '#contract/two-way.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listChangePage } from './queries/change-list.ts'

export async function listChanges(
  ctx: CompanyContext,
  query: ParsedInputOf<typeof twoWayApi.changes>,
): Promise<Page<ListingChange>> {
  return ctx.read((tx) => listChangePage(tx, ctx.companyId, query))
}
