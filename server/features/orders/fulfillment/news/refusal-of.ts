import type { Attempt } from '../../queries/sent-order.ts'
import type { OrderEffects } from './chapter.ts'

export const cancelRefusedEvent = 'fulfillment.cancel_refused'

/** Amazon goes on with what it was to stop. Of an order that was only to be sent anew, nobody need think any more. */
export function cancelRefusedEffects({
  externalFulfillmentId: id,
  cancelPurpose,
}: Attempt): Pick<OrderEffects, 'entries' | 'raised'> {
  return cancelPurpose === 'cancel_order'
    ? {
        entries: [
          { event: cancelRefusedEvent, description: `Amazon did not cancel ${id}: the order ships all the same.` },
        ],
        raised: [{ code: 'cancel_refused', reason: `Amazon could not stop ${id} any more.` }],
      }
    : {
        entries: [{ event: cancelRefusedEvent, description: `Amazon did not cancel ${id}: nothing is sent again.` }],
        raised: [],
      }
}
