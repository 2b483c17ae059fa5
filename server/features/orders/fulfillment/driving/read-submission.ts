import type { Submission } from '#server/ports/fulfillment.ts'
import { getOrderToSendOrThrow, listLinesOfAttempt } from '../../queries/orders-to-send.ts'
import { shipToAddress } from '../sending/destination.ts'
import { toConstraints } from '../sending/prepare-sending.ts'
import type { AttemptSession } from './drive.ts'

/** What Amazon is told of an attempt. It is the same each time: an order that is being sent changes no more. */
export function loadSubmission({ ctx, attempt, handle }: AttemptSession): Promise<Submission> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const order = await getOrderToSendOrThrow(tx, companyId, attempt.orderId)
    const { orderNumber, placedAt } = order
    return {
      ...handle,
      orderNumber,
      placedAt,
      comment: 'Thank you for your order.',
      speed: attempt.shippingSpeed,
      destination: shipToAddress(ctx, order),
      lines: await listLinesOfAttempt(tx, companyId, attempt.id),
      constraints: toConstraints(order),
    }
  })
}
