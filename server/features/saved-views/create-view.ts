import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { SavedView, savedViewsApi } from '#contract/saved-views.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { auditedView } from './audited-view.ts'
import { countOwnViews, getViewOrThrow, insertView } from './queries.ts'
import { assertOwnChannel } from './refuse-foreign-channel.ts'
import { ownerIn } from './view-owner.ts'

const mostViews = 50

export async function createView(
  ctx: CompanyContext,
  view: ParsedInputOf<typeof savedViewsApi.create>,
): Promise<SavedView> {
  const [id, owner] = [newId(), ownerIn(ctx)]
  return ctx.transaction(async (tx) => {
    if ((await countOwnViews(tx, owner)) >= mostViews) {
      throw new AppError('conflict', `You have ${mostViews} saved views already. Delete one first.`)
    }
    await assertOwnChannel(tx, ctx.companyId, view.filters)
    await insertView(tx, owner, id, view)
    await recordAudit(tx, ctx, {
      action: 'saved-view.create',
      resource: 'saved-view',
      resourceId: id,
      companyId: ctx.companyId,
      after: auditedView(view),
    })
    return getViewOrThrow(tx, owner, id)
  })
}
