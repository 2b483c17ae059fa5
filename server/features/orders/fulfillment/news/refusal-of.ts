import type { Attempt } from '../../queries/sent-order.ts'
import type { Chapter } from './chapter.ts'

export const cancelRefused = 'fulfillment.cancel_refused'

/** Amazon goes on with what it was to stop. Of an order that was only to be sent anew, nobody need think any more. */
export function refusalOf({ externalFulfillmentId: id, cancelPurpose }: Attempt): Pick<Chapter, 'entries' | 'raised'> {
  return cancelPurpose === 'cancel_order'
    ? {
        entries: [{ event: cancelRefused, description: `Amazon did not cancel ${id}: the order ships all the same.` }],
        raised: [{ code: 'cancel_refused', reason: `Amazon could not stop ${id} any more.` }],
      }
    : {
        entries: [{ event: cancelRefused, description: `Amazon did not cancel ${id}: nothing is sent again.` }],
        raised: [],
      }
}
