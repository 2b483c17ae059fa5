import { and, count, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { noChannel } from '#contract/order-numbers.ts'
import { OrderFilter } from '#contract/orders.ts'
import type { SavedView, savedViewsApi } from '#contract/saved-views.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { savedViews } from '#server/platform/db/schema/saved-views.ts'
import { newId } from '#server/platform/ids.ts'
import { seesMasked } from '#server/platform/redaction.ts'

/** A shared view that looks for an email address is left out for people who see addresses masked, and would find nothing by it. */
export async function listViews(ctx: CompanyContext): Promise<SavedView[]> {
  const views = await ctx.read((tx) => listViewsFor(tx, ownerIn(ctx)))
  return seesMasked(ctx) ? views.filter(({ isOwn, filters }) => isOwn || !filters.search?.includes('@')) : views
}

const mostViews = 50

export async function createView(
  ctx: CompanyContext,
  view: ParsedInputOf<typeof savedViewsApi.create>,
): Promise<SavedView> {
  const [id, owner] = [newId(), ownerIn(ctx)]
  return ctx.transaction(async (tx) => {
    if ((await countOwnViews(tx, owner)) >= mostViews) {
      throw new AppError('conflict', say('You have {count} saved views. Delete one first.', { count: mostViews }))
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

/** Views that filter by a tag filter by another one from now on, which the tag was merged into. */
export async function replaceTagInViews(tx: Tx, companyId: string, tagId: string, intoTagId: string): Promise<void> {
  await tx
    .update(savedViews)
    .set({ filters: sql`jsonb_set(${savedViews.filters}, '{tagId}', to_jsonb(${intoTagId}::text))` })
    .where(and(eq(savedViews.companyId, companyId), sql`${savedViews.filters} ->> 'tagId' = ${tagId}`))
}

async function assertOwnChannel(tx: Tx, companyId: string, filters: OrderFilter | undefined): Promise<void> {
  const channelId = filters?.channelId
  if (!channelId || channelId === noChannel || (await isChannelOf(tx, companyId, channelId))) return
  throw new AppError('not_found', say('This channel doesn’t exist.'))
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
  if (actor.type !== 'user') throw new Error('Only people have saved views')
  return { companyId, userId: actor.userId }
}

/** The owner or reader of views. */
type Owner = { companyId: string; userId: string }

type ViewFields = Pick<SavedView, 'name' | 'filters' | 'isShared'>

type ViewChanges = { [Field in keyof ViewFields]?: ViewFields[Field] | undefined }

const screen = 'orders'

const isOwn = ({ companyId, userId }: Owner) =>
  and(eq(savedViews.companyId, companyId), eq(savedViews.screen, screen), eq(savedViews.userId, userId))

const ofOwner = (owner: Owner, viewId: string) => and(isOwn(owner), eq(savedViews.id, viewId))

/** Admins work in every company, but their names are not shown to it. */
const unseenOwner = 'The provider’s team'

const viewColumns = {
  id: savedViews.id,
  name: savedViews.name,
  filters: savedViews.filters,
  isShared: savedViews.isShared,
  userId: savedViews.userId,
  ownerName: sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.email}, ${unseenOwner})`,
}

const ownerOfView = and(eq(users.companyId, savedViews.companyId), eq(users.id, savedViews.userId))

/** Own views first, then shared ones, by name. */
async function listViewsFor(tx: Tx, reader: Owner): Promise<SavedView[]> {
  const { companyId } = reader
  const isShared = and(eq(savedViews.companyId, companyId), eq(savedViews.screen, screen), savedViews.isShared)
  return readViews(tx, reader, or(isOwn(reader), isShared))
}

async function getViewOrThrow(tx: Tx, owner: Owner, viewId: string): Promise<SavedView> {
  const [view] = await readViews(tx, owner, ofOwner(owner, viewId))
  if (!view) throw new AppError('not_found', say('You don’t have this view.'))
  return view
}

async function readViews(tx: Tx, { userId: readerId }: Owner, which: SQL | undefined): Promise<SavedView[]> {
  const rows = await tx
    .select(viewColumns)
    .from(savedViews)
    .leftJoin(users, ownerOfView)
    .where(which)
    .orderBy(desc(eq(savedViews.userId, readerId)), sql`lower(${savedViews.name})`, savedViews.id)
  return rows.map(({ userId, filters, ...row }) => ({
    ...row,
    filters: OrderFilter.parse(filters),
    isOwn: userId === readerId,
  }))
}

async function countOwnViews(tx: Tx, owner: Owner): Promise<number> {
  const [counted] = await tx.select({ total: count() }).from(savedViews).where(isOwn(owner))
  return counted?.total ?? 0
}

async function insertView(tx: Tx, owner: Owner, id: string, view: ViewFields): Promise<void> {
  await withFreeName(tx.insert(savedViews).values({ ...owner, screen, id, ...view }))
}

async function updateOwnView(tx: Tx, owner: Owner, viewId: string, changes: ViewChanges): Promise<void> {
  await withFreeName(tx.update(savedViews).set(changes).where(ofOwner(owner, viewId)))
}

async function deleteOwnView(tx: Tx, owner: Owner, viewId: string): Promise<void> {
  await tx.delete(savedViews).where(ofOwner(owner, viewId))
}

async function isChannelOf(tx: Tx, companyId: string, channelId: string): Promise<boolean> {
  const found = await tx
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId)))
  return found.length > 0
}

async function withFreeName(write: PromiseLike<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    throw isUniqueViolation(error, 'saved_views_name') ? duplicateName() : error
  }
}

const duplicateName = () =>
  new AppError('conflict', say('You already have a view with this name.'), [
    { field: 'name', message: say('You already have a view with this name') },
  ])
