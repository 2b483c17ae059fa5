import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { savedViewsApi } from '#contract/saved-views.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { auditedView } from './audited-view.ts'
import { deleteOwnView, getViewOrThrow } from './queries.ts'
import { ownerIn } from './view-owner.ts'

export async function removeView(
  ctx: CompanyContext,
  { viewId }: ParsedInputOf<typeof savedViewsApi.remove>,
): Promise<{ id: string }> {
  const owner = ownerIn(ctx)
  return ctx.transaction(async (tx) => {
    const before = await getViewOrThrow(tx, owner, viewId)
    await deleteOwnView(tx, owner, viewId)
    await recordAudit(tx, ctx, {
      action: 'saved-view.delete',
      resource: 'saved-view',
      resourceId: viewId,
      companyId: ctx.companyId,
      before: auditedView(before),
    })
    return { id: viewId }
  })
}
