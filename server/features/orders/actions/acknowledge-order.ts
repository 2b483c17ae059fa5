import { moveOrder } from '#contract/order-status.ts'
import { enqueueChannelMessage } from '#server/features/channels/messages/tell-channel.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { recordAction } from './note-step.ts'
import { orderAction, lockForAction } from './take-step.ts'

export async function acknowledge(tx: Tx, ctx: CompanyContext, { orderId }: { orderId: string }): Promise<void> {
  const before = await lockForAction(tx, ctx, 'acknowledge', orderId)
  const status = moveOrder(before.status, 'acknowledged')
  await updateOrder(tx, ctx.companyId, orderId, { status })
  await enqueueChannelMessage(tx, ctx, { orderId, type: 'order.acknowledged', cause: 'once' })
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.acknowledge',
    event: 'order.acknowledged',
    description: 'Acknowledged.',
    before: { status: before.status },
    after: { status },
  })
}

export const acknowledgeOrder = orderAction(acknowledge)
