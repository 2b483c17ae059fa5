import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError, fieldError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { mostTags, type OrderTag, type orderTagsApi } from '#contract/order-tags.ts'
import { replaceTagInViews } from '#server/features/saved-views/saved-views.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { orderTags, taggedOrders } from '#server/platform/db/schema/order-tags.ts'
import { newId } from '#server/platform/ids.ts'

export async function listTags(ctx: CompanyContext): Promise<OrderTag[]> {
  return ctx.read((tx) => readTags(tx, ctx.companyId))
}

export async function countTaggedOrders(ctx: CompanyContext): Promise<{ tagId: string; orders: number }[]> {
  return ctx.read((tx) =>
    tx
      .select({ tagId: taggedOrders.tagId, orders: count() })
      .from(taggedOrders)
      .where(eq(taggedOrders.companyId, ctx.companyId))
      .groupBy(taggedOrders.tagId),
  )
}

export async function createTag(
  ctx: CompanyContext,
  input: ParsedInputOf<typeof orderTagsApi.create>,
): Promise<OrderTag> {
  const tag = { id: newId(), ...input }
  return ctx.transaction(async (tx) => {
    // Two people who add the last tag do so one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order tags ${ctx.companyId}`}, 0))`)
    if ((await readTags(tx, ctx.companyId)).length >= mostTags) {
      throw new AppError(
        'conflict',
        say('A company can have up to {most} tags. Merge or delete some first.', { most: mostTags }),
      )
    }
    await withFreeName(tx.insert(orderTags).values({ companyId: ctx.companyId, ...tag }))
    await recordTagChange(tx, ctx, { action: 'order-tag.create', tagId: tag.id, after: input })
    return tag
  })
}

export async function updateTag(
  ctx: CompanyContext,
  { tagId, ...changes }: ParsedInputOf<typeof orderTagsApi.update>,
): Promise<OrderTag> {
  return ctx.transaction(async (tx) => {
    const before = await lockTagOrThrow(tx, ctx.companyId, tagId)
    if (Object.keys(changes).length === 0) return before
    await withFreeName(tx.update(orderTags).set(changes).where(isTag(ctx.companyId, tagId)))
    const after = await lockTagOrThrow(tx, ctx.companyId, tagId)
    await recordTagChange(tx, ctx, {
      action: 'order-tag.update',
      tagId,
      before: fieldsOf(before),
      after: fieldsOf(after),
    })
    return after
  })
}

type MergeInput = { tagId: string; intoTagId: string }

export async function mergeTags(ctx: CompanyContext, { tagId, intoTagId }: MergeInput): Promise<OrderTag> {
  const { companyId } = ctx
  if (tagId === intoTagId) throw new AppError('invalid', say('Choose another tag to merge into.'))
  return ctx.transaction(async (tx) => {
    // In the order of their ids, so that two opposite merges wait instead of deadlocking.
    const locked = new Map<string, OrderTag>()
    for (const id of [tagId, intoTagId].toSorted()) locked.set(id, await lockTagOrThrow(tx, companyId, id))
    const [tag, into] = [locked.get(tagId), locked.get(intoTagId)]
    if (!tag || !into) throw noSuchTag()
    const { rows } = await tx.execute<{ orders: number }>(sql`
      with moved as (
        insert into tagged_orders (company_id, order_id, tag_id)
        select company_id, order_id, ${intoTagId}::uuid from tagged_orders
        where company_id = ${companyId} and tag_id = ${tagId}
        on conflict do nothing
      )
      select count(*)::int as orders from tagged_orders where company_id = ${companyId} and tag_id = ${tagId}`)
    await replaceTagInViews(tx, companyId, tagId, intoTagId)
    await tx.delete(orderTags).where(isTag(companyId, tagId))
    await recordTagChange(tx, ctx, {
      action: 'order-tag.merge',
      tagId,
      before: { name: tag.name, orders: rows[0]?.orders ?? 0 },
      after: { name: into.name },
    })
    return into
  })
}

export async function removeTag(ctx: CompanyContext, { tagId }: { tagId: string }): Promise<{ id: string }> {
  return ctx.transaction(async (tx) => {
    const tag = await lockTagOrThrow(tx, ctx.companyId, tagId)
    const isTagged = and(eq(taggedOrders.companyId, ctx.companyId), eq(taggedOrders.tagId, tagId))
    const taken = await tx.delete(taggedOrders).where(isTagged)
    await tx.delete(orderTags).where(isTag(ctx.companyId, tagId))
    const before = { ...fieldsOf(tag), orders: taken.rowCount ?? 0 }
    await recordTagChange(tx, ctx, { action: 'order-tag.delete', tagId, before })
    return { id: tagId }
  })
}

const isTag = (companyId: string, tagId: string) => and(eq(orderTags.companyId, companyId), eq(orderTags.id, tagId))

const tagColumns = { id: orderTags.id, name: orderTags.name, color: orderTags.color }

export const readTags = (tx: Tx, companyId: string): Promise<OrderTag[]> =>
  tx.select(tagColumns).from(orderTags).where(eq(orderTags.companyId, companyId)).orderBy(asc(orderTags.nameKey))

async function lockTagOrThrow(tx: Tx, companyId: string, tagId: string): Promise<OrderTag> {
  const [tag] = await tx.select(tagColumns).from(orderTags).where(isTag(companyId, tagId)).for('update')
  if (!tag) throw noSuchTag()
  return tag
}

export const noSuchTag = () => new AppError('not_found', say('This tag doesn’t exist. It may have been deleted.'))

const fieldsOf = ({ name, color }: OrderTag) => ({ name, color })

type Fields = Record<string, unknown>

type TagChange = {
  action: `order-tag.${'create' | 'update' | 'merge' | 'delete'}`
  tagId: string
  before?: Fields
  after?: Fields
}

async function recordTagChange(tx: Tx, ctx: CompanyContext, { tagId, ...change }: TagChange): Promise<void> {
  await recordAudit(tx, ctx, { ...change, resource: 'order-tag', resourceId: tagId, companyId: ctx.companyId })
  await ctx.notifyBrowsers(tx, 'order-tags')
  if (change.action !== 'order-tag.create') await ctx.notifyBrowsers(tx, 'orders')
}

async function withFreeName(write: PromiseLike<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!isUniqueViolation(error, 'order_tags_name')) throw error
    const problem = say('A tag with this name already exists')
    throw fieldError('name', problem, 'conflict')
  }
}
