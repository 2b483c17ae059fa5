import { newId } from '#server/platform/ids.ts'
import type { PlacedOrder } from '../place.ts'
import type { OrderHistory } from './chronicle.ts'
import type { CancelledOutcome } from './course.ts'

/** The channel took it back before anybody had sent it. */
export function historyOfCancelled(
  { plan, place, orderId, lines }: PlacedOrder,
  { at, reason }: CancelledOutcome,
): OrderHistory {
  return {
    standing: {
      id: orderId,
      status: 'cancelled',
      shippedAt: null,
      deliveredAt: null,
      cancelledAt: at,
      reviewRequestedAt: null,
      partialReason: null,
      updatedAt: at,
    },
    fulfillments: [],
    fulfillmentItems: [],
    packages: [],
    packageItems: [],
    shipmentEvents: [],
    holds: lines.flatMap(({ companyId, id: orderItemId, skuId, quantity }) =>
      skuId
        ? [
            {
              companyId,
              id: newId(plan.placedAt.getTime()),
              skuId,
              orderItemId,
              fulfillmentId: null,
              quantity,
              createdAt: plan.placedAt,
              acceptedAt: null,
              endedAt: at,
              ending: 'cancelled' as const,
            },
          ]
        : [],
    ),
    attention: [],
    entries: [
      {
        orderId,
        event: 'order.cancelled',
        description: `${place.name} cancelled the order.`,
        ...(reason ? { reason } : {}),
        by: place.speaker,
        at,
      },
    ],
  }
}
