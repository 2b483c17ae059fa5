import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { OrderFilter } from '#contract/orders.ts'
import type { SavedView, savedViewsApi } from '#contract/saved-views.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import {
  countOwnViews,
  deleteOwnView,
  getViewOrThrow,
  insertView,
  isChannelOf,
  listViewsFor,
  type Owner,
  updateOwnView,
} from './queries.ts'

export async function listViews(ctx: CompanyContext): Promise<SavedView[]> {
  return ctx.read((tx) => listViewsFor(tx, ownerIn(ctx)))
}

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

async function assertOwnChannel(tx: Tx, companyId: string, filters: OrderFilter | undefined): Promise<void> {
  const channelId = filters?.channelId
  if (!channelId || (await isChannelOf(tx, companyId, channelId))) return
  throw new AppError('not_found', 'There is no such channel.')
}

/** The search text may be a person's name and is not logged. */
const auditedView = ({
  name,
  filters: { search, ...filters },
  isShared,
}: Pick<SavedView, 'name' | 'filters' | 'isShared'>) => ({
  name,
  isShared,
  filters: { ...filters, isSearched: Boolean(search) },
})

function ownerIn({ actor, companyId }: CompanyContext): Owner {
  if (actor.type !== 'user') throw new Error('Only a person has saved views')
  return { companyId, userId: actor.userId }
}
