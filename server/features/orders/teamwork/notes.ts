import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { ordersApi } from '#contract/orders.ts'
import { addBellItems } from '#server/features/bell/bell.ts'
import type { AuditAction } from '#server/platform/audit-actions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orderEvents } from '#server/platform/db/schema/orders.ts'
import { orderAction, recordAction } from '../order-action.ts'
import { assertNotErased, getOrderRowOrThrow } from '../order-queries.ts'
import { readPeople } from './assign-orders.ts'

/*
 * Notes are entries of the timeline: the text is the entry's reason, so it is masked and erased like the others. The audit log records that
 * a note was added, changed or deleted but not its text, which may contain personal data.
 */

const noteEvent = 'order.note'

type NoteInput = Omit<ParsedInputOf<typeof ordersApi.addNote>, 'mentions'> & { mentions?: readonly string[] }

async function recordNote(tx: Tx, ctx: CompanyContext, { orderId, text, mentions = [] }: NoteInput): Promise<void> {
  await getOrderRowOrThrow(tx, ctx.companyId, orderId)
  await assertNotErased(tx, ctx.companyId, orderId)
  const mentioned = await checkMentions(tx, ctx, mentions)
  const authors = await listNoteAuthors(tx, ctx.companyId, orderId)
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.note',
    event: noteEvent,
    description: say('Note'),
    reason: text,
    ...(mentioned.length > 0 && { details: { mentions: mentioned } }),
  })
  await addBellItems(tx, ctx, [
    ...mentioned.map((userId) => ({ userId, kind: 'mentioned' as const, orderId })),
    ...authors
      .filter((userId) => !mentioned.includes(userId))
      .map((userId) => ({ userId, kind: 'noted' as const, orderId })),
  ])
}

/** Whoever is mentioned hears of it by the bell, and so does whoever has written a note of the order before. */
export const addNote = orderAction(recordNote)

type EditInput = ParsedInputOf<typeof ordersApi.editNote>

/** Only people who were not mentioned before hear of it. */
async function changeNote(tx: Tx, ctx: CompanyContext, { orderId, noteId, text, mentions }: EditInput): Promise<void> {
  const note = await lockOwnNoteOrThrow(tx, ctx, { orderId, noteId })
  await assertNotErased(tx, ctx.companyId, orderId)
  const mentioned = await checkMentions(tx, ctx, mentions)
  const details = { mentions: mentioned, editedAt: ctx.clock.now().toISOString() }
  await tx.update(orderEvents).set({ reason: text, details }).where(isNote(ctx.companyId, { orderId, noteId }))
  await recordNoteChange(tx, ctx, 'order.edit-note', orderId)
  const before = note.mentions ?? []
  await addBellItems(
    tx,
    ctx,
    mentioned.filter((id) => !before.includes(id)).map((userId) => ({ userId, kind: 'mentioned', orderId })),
  )
}

export const editNote = orderAction(changeNote)

async function removeNote(tx: Tx, ctx: CompanyContext, note: NoteKey): Promise<void> {
  await lockOwnNoteOrThrow(tx, ctx, note)
  await tx.delete(orderEvents).where(isNote(ctx.companyId, note))
  await recordNoteChange(tx, ctx, 'order.delete-note', note.orderId)
}

export const deleteNote = orderAction(removeNote)

type NoteKey = { orderId: string; noteId: string }

const isNote = (companyId: string, { orderId, noteId }: NoteKey) =>
  and(
    eq(orderEvents.companyId, companyId),
    eq(orderEvents.orderId, orderId),
    eq(orderEvents.id, noteId),
    eq(orderEvents.event, noteEvent),
  )

async function lockOwnNoteOrThrow(tx: Tx, ctx: CompanyContext, key: NoteKey) {
  const [note] = await tx
    .select({ userId: orderEvents.userId, mentions: sql<string[] | null>`${orderEvents.details} -> 'mentions'` })
    .from(orderEvents)
    .where(isNote(ctx.companyId, key))
    .for('update')
  if (!note) throw new AppError('not_found', say('This note doesn’t exist.'))
  if (ctx.actor.type !== 'user' || note.userId !== ctx.actor.userId) {
    throw new AppError('forbidden', say('Only the author of a note can change it.'))
  }
  return note
}

/** Active people of the company, without repetition. */
async function checkMentions(tx: Tx, ctx: CompanyContext, mentions: readonly string[]): Promise<string[]> {
  if (mentions.length === 0) return []
  const people = new Set((await readPeople(tx, ctx.companyId)).map(({ id }) => id))
  const mentioned = [...new Set(mentions)]
  if (mentioned.every((id) => people.has(id))) return mentioned
  throw new AppError('not_found', say('Someone you mentioned isn’t in this company or has left.'))
}

/** The active people who have written a note of the order. */
async function listNoteAuthors(tx: Tx, companyId: string, orderId: string): Promise<string[]> {
  const found = await tx
    .selectDistinct({ userId: orderEvents.userId })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.companyId, companyId),
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.event, noteEvent),
        isNotNull(orderEvents.userId),
      ),
    )
  if (found.length === 0) return []
  const authors = new Set(found.map(({ userId }) => userId))
  return (await readPeople(tx, companyId)).map(({ id }) => id).filter((id) => authors.has(id))
}

async function recordNoteChange(tx: Tx, ctx: CompanyContext, action: AuditAction, orderId: string): Promise<void> {
  await recordAudit(tx, ctx, { action, resource: 'order', resourceId: orderId, companyId: ctx.companyId })
  await ctx.notifyBrowsers(tx, 'orders')
}
