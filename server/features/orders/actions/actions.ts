import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { moveOrder } from '#contract/order-status.ts'
import { enqueueChannelMessage } from '#server/features/channels/messages/enqueue-message.ts'
import { enqueueNotifications } from '#server/features/notifications/order-notifications.ts'
import { readPreferences } from '#server/features/notifications/queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockSentOrder } from '../fulfillment/queries.ts'
import { lockForAction, orderAction, recordAction } from '../order-action.ts'
import { buildOrderMessage } from '../order-message.ts'
import { assertNotErased, setFulfillAfter, updateOrder } from '../order-queries.ts'

export async function acknowledge(tx: Tx, ctx: CompanyContext, { orderId }: { orderId: string }): Promise<void> {
  const before = await lockForAction(tx, ctx, 'acknowledge', orderId)
  const status = moveOrder(before.status, 'acknowledged')
  await updateOrder(tx, ctx.companyId, orderId, { status })
  await enqueueChannelMessage(tx, ctx, { orderId, type: 'order.acknowledged', cause: 'once' })
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.acknowledge',
    event: 'order.acknowledged',
    description: say('Acknowledged.'),
    before: { status: before.status },
    after: { status },
  })
}

export const acknowledgeOrder = orderAction(acknowledge)

type HoldInput = { orderId: string; reason: string }

export async function hold(tx: Tx, ctx: CompanyContext, { orderId, reason }: HoldInput): Promise<void> {
  await lockForAction(tx, ctx, 'hold', orderId)
  await assertNotErased(tx, ctx.companyId, orderId)
  await updateOrder(tx, ctx.companyId, orderId, {
    heldAt: ctx.clock.now(),
    holdReason: reason,
    fulfillAfter: null,
  })
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.hold',
    event: 'order.held',
    description: say('Put on hold.'),
    reason,
    before: { isHeld: false },
    after: { isHeld: true, holdReason: reason },
  })
}

export const holdOrder = orderAction(hold)

export async function release(tx: Tx, ctx: CompanyContext, { orderId }: { orderId: string }): Promise<void> {
  await lockForAction(tx, ctx, 'release', orderId)
  await updateOrder(tx, ctx.companyId, orderId, { heldAt: null, holdReason: null })
  await setFulfillAfter(tx, ctx.companyId, [orderId], ctx.clock.now())
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.release',
    event: 'order.released',
    description: say('Released from hold.'),
    before: { isHeld: true },
    after: { isHeld: false },
  })
}

export const releaseOrder = orderAction(release)

/** Amazon requests reviews for its own orders only, so for other channels the company e-mails the customer. */
async function sendReviewRequest(tx: Tx, ctx: CompanyContext, { orderId }: { orderId: string }): Promise<void> {
  const { companyId } = ctx
  await lockForAction(tx, ctx, 'request_review', orderId)
  const { customerEmail } = await readPreferences(tx, companyId)
  if (!customerEmail) {
    throw new AppError(
      'conflict',
      say('Emails to customers are switched off. Switch them on in Settings > Notifications first.'),
    )
  }
  const reviewRequestedAt = ctx.clock.now()
  await updateOrder(tx, companyId, orderId, { reviewRequestedAt })
  const order = await lockSentOrder(tx, companyId, orderId)
  const message = buildOrderMessage(ctx, 'review_request', order)
  if (message.isForOwnerOnly) {
    const sentence =
      message.channelName === null
        ? say('The order was entered without emails to the customer.')
        : say('Messages to customers of {channel} are switched off. Switch them on in its settings first.', {
            channel: message.channelName,
          })
    throw new AppError('conflict', sentence)
  }
  await enqueueNotifications(tx, ctx, [message])
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.request-review',
    event: 'order.review_requested',
    description: say('Asked the customer for a review by email.'),
    after: { reviewRequestedAt },
  })
}

export const requestReview = orderAction(sendReviewRequest)
