import type { SavedView } from '#contract/saved-views.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listViewsFor } from './queries.ts'
import { ownerIn } from './view-owner.ts'

export async function listViews(ctx: CompanyContext): Promise<SavedView[]> {
  return ctx.read((tx) => listViewsFor(tx, ownerIn(ctx)))
}
