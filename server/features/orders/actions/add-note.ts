import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { assertNotErased } from '../queries/erased-order.ts'
import { getOrderRowOrThrow } from '../queries/order-row.ts'
import { recordAction } from './note-step.ts'
import { orderAction } from './take-step.ts'

type NoteInput = { orderId: string; text: string }

/** The audit log says that there is a note, and not what it says: people write about customers there. */
async function recordNote(tx: Tx, ctx: CompanyContext, { orderId, text }: NoteInput): Promise<void> {
  await getOrderRowOrThrow(tx, ctx.companyId, orderId)
  await assertNotErased(tx, ctx.companyId, orderId)
  await recordAction(tx, ctx, { orderId, action: 'order.note', event: 'order.note', description: 'Note', reason: text })
}

export const addNote = orderAction(recordNote)
