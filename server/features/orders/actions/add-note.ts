import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { refuseErased } from '../queries/erased-order.ts'
import { getOrderRowOrThrow } from '../queries/order-row.ts'
import { noteStep } from './note-step.ts'
import { asCall } from './take-step.ts'

type Note = { orderId: string; text: string }

/** The audit log says that there is a note, and not what it says: people write about customers there. */
async function note(tx: Tx, ctx: CompanyContext, { orderId, text }: Note): Promise<void> {
  await getOrderRowOrThrow(tx, ctx.companyId, orderId)
  await refuseErased(tx, ctx.companyId, orderId)
  await noteStep(tx, ctx, { orderId, action: 'order.note', event: 'order.note', description: 'Note', reason: text })
}

export const addNote = asCall(note)
