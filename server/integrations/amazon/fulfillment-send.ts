import { Rejected } from '#server/ports/failure.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import type { AmazonClient, CallOptions } from './client.ts'
import { explainSending } from './explain-sending.ts'
import { isThere } from './is-there.ts'
import { cancelFulfillmentOrder, createFulfillmentOrder } from './operations/fulfillment/write-order.ts'
import { Unsendable } from './operations/unsendable.ts'
import { isRefusal } from './refusal.ts'
import type { AmazonSettings } from './settings.ts'
import { toNewOrder } from './translate/fulfillment-order.ts'

/** Whoever sends holds the order for himself meanwhile, and not for long. */
const patience = 30_000

export function createFulfillmentWrites(
  { timing }: Pick<AmazonSettings, 'timing'>,
  client: AmazonClient,
): Pick<FulfillmentService, 'submit' | 'cancel'> {
  const within = (marketplaceId: string): CallOptions => ({ marketplaceId, deadline: timing.now() + patience })

  return {
    async submit(account, submission) {
      const { marketplaceId, externalId, destination } = submission
      try {
        const body = toNewOrder(submission)
        await client.call(account, createFulfillmentOrder, { body }, within(marketplaceId))
        return 'accepted'
      } catch (error) {
        if (isRefusal(error, 'order_exists')) return 'exists'
        if (isUnexplained(error) && (await isThere(client, account, externalId, within(marketplaceId)))) return 'exists'
        throw explainSending(error, destination)
      }
    },

    async cancel(account, { marketplaceId, externalId }) {
      const order = { sellerFulfillmentOrderId: externalId }
      try {
        await client.call(account, cancelFulfillmentOrder, order, within(marketplaceId))
        return 'asked'
      } catch (error) {
        if (isRefusal(error, 'already_cancelled')) return 'asked'
        if (isRefusal(error, 'order_too_far')) return 'too_late'
        if (isRefusal(error, 'order_not_found')) return 'unknown'
        throw error
      }
    },
  }
}

/** Amazon said no for a reason that is not in the catalogue, and might mean that it has the order. */
const isUnexplained = (error: unknown) =>
  error instanceof Rejected && !(error instanceof Unsendable) && error.whoActs === undefined
