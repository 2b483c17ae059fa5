import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { SavedView, savedViewsApi } from '#contract/saved-views.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { auditedView } from './audited-view.ts'
import { getViewOrThrow, updateOwnView } from './queries.ts'
import { assertOwnChannel } from './refuse-foreign-channel.ts'
import { ownerIn } from './view-owner.ts'

export async function updateView(
  ctx: CompanyContext,
  { viewId, ...changes }: ParsedInputOf<typeof savedViewsApi.update>,
): Promise<SavedView> {
  const owner = ownerIn(ctx)
  return ctx.transaction(async (tx) => {
    const before = await getViewOrThrow(tx, owner, viewId)
    if (Object.keys(changes).length === 0) return before
    await assertOwnChannel(tx, ctx.companyId, changes.filters)
    await updateOwnView(tx, owner, viewId, changes)
    const after = await getViewOrThrow(tx, owner, viewId)
    await recordAudit(tx, ctx, {
      action: 'saved-view.update',
      resource: 'saved-view',
      resourceId: viewId,
      companyId: ctx.companyId,
      before: auditedView(before),
      after: auditedView(after),
    })
    return after
  })
}
