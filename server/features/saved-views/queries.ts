import { and, count, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { SavedView } from '#contract/saved-views.ts'
import { OrderFilter } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { savedViews } from '#server/platform/db/schema/saved-views.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'

/** The owner or reader of views. */
export type Owner = { companyId: string; userId: string }

type ViewFields = Pick<SavedView, 'name' | 'filters' | 'isShared'>
type ViewChanges = { [Field in keyof ViewFields]?: ViewFields[Field] | undefined }

const screen = 'orders'

const isOwn = ({ companyId, userId }: Owner) =>
  and(eq(savedViews.companyId, companyId), eq(savedViews.screen, screen), eq(savedViews.userId, userId))

const ofOwner = (owner: Owner, viewId: string) => and(isOwn(owner), eq(savedViews.id, viewId))

/** Admins work in every company, but their names are not shown to it. */
const unseenOwner = 'The provider’s team'

const fields = {
  id: savedViews.id,
  name: savedViews.name,
  filters: savedViews.filters,
  isShared: savedViews.isShared,
  userId: savedViews.userId,
  ownerName: sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.email}, ${unseenOwner})`,
}

const ownerOfView = and(eq(users.companyId, savedViews.companyId), eq(users.id, savedViews.userId))

/** Own views first, then shared ones, by name. */
export async function listViewsFor(tx: Tx, reader: Owner): Promise<SavedView[]> {
  const { companyId } = reader
  const isShared = and(eq(savedViews.companyId, companyId), eq(savedViews.screen, screen), savedViews.isShared)
  return readViews(tx, reader, or(isOwn(reader), isShared))
}

export async function getViewOrThrow(tx: Tx, owner: Owner, viewId: string): Promise<SavedView> {
  const [view] = await readViews(tx, owner, ofOwner(owner, viewId))
  if (!view) throw new AppError('not_found', 'There is no such view of yours.')
  return view
}

async function readViews(tx: Tx, { userId: readerId }: Owner, which: SQL | undefined): Promise<SavedView[]> {
  const rows = await tx
    .select(fields)
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

export async function countOwnViews(tx: Tx, owner: Owner): Promise<number> {
  const [counted] = await tx.select({ total: count() }).from(savedViews).where(isOwn(owner))
  return counted?.total ?? 0
}

export async function insertView(tx: Tx, owner: Owner, id: string, view: ViewFields): Promise<void> {
  await withFreeName(tx.insert(savedViews).values({ ...owner, screen, id, ...view }))
}

export async function updateOwnView(tx: Tx, owner: Owner, viewId: string, changes: ViewChanges): Promise<void> {
  await withFreeName(tx.update(savedViews).set(changes).where(ofOwner(owner, viewId)))
}

export async function deleteOwnView(tx: Tx, owner: Owner, viewId: string): Promise<void> {
  await tx.delete(savedViews).where(ofOwner(owner, viewId))
}

export async function isChannelOf(tx: Tx, companyId: string, channelId: string): Promise<boolean> {
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
  new AppError('conflict', 'You have a view with this name already.', [
    { field: 'name', message: 'You have a view with this name already' },
  ])
