import { AppError } from '#contract/errors.ts'
import { enqueueNotifications } from '#server/features/notifications/prepare-notifications.ts'
import { readPreferences } from '#server/features/notifications/queries/wishes.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { buildOrderMessage } from '../message-about.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { lockSentOrder } from '../queries/sent-order.ts'
import { recordAction } from './note-step.ts'
import { orderAction, lockForAction } from './take-step.ts'

/** Amazon asks for reviews of its own orders only, so the customer of another gets the company's e-mail. */
async function sendReviewRequest(tx: Tx, ctx: CompanyContext, { orderId }: { orderId: string }): Promise<void> {
  const { companyId } = ctx
  await lockForAction(tx, ctx, 'request_review', orderId)
  const { customerEmail } = await readPreferences(tx, companyId)
  if (!customerEmail) {
    throw new AppError(
      'conflict',
      'E-mail to customers is switched off. Switch it on in Settings > Notifications first.',
    )
  }
  const reviewRequestedAt = ctx.clock.now()
  await updateOrder(tx, companyId, orderId, { reviewRequestedAt })
  const order = await lockSentOrder(tx, companyId, orderId)
  await enqueueNotifications(tx, ctx, [buildOrderMessage(ctx, 'review_request', order)])
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.request-review',
    event: 'order.review_requested',
    description: 'Asked the customer for a review by email.',
    after: { reviewRequestedAt },
  })
}

export const requestReview = orderAction(sendReviewRequest)
