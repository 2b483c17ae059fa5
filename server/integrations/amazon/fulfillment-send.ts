import { Rejected } from '#server/ports/failure.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import type { AmazonClient, CallOptions } from './client.ts'
import { toSubmissionFailure } from './explain-sending.ts'
import { orderExists } from './is-there.ts'
import { cancelFulfillmentOrder, createFulfillmentOrder } from './operations/fulfillment/write-order.ts'
import { InvalidRequest } from './operations/unsendable.ts'
import { isRejectedAs } from './refusal.ts'
import type { AmazonSettings } from './settings.ts'
import { toNewOrder } from './translate/fulfillment-order.ts'

/** Whoever sends holds the order for himself meanwhile, and not for long. */
const writeTimeout = 30_000

export function createFulfillmentWrites(
  { timing }: Pick<AmazonSettings, 'timing'>,
  client: AmazonClient,
): Pick<FulfillmentService, 'submit' | 'cancel'> {
  const within = (marketplaceId: string): CallOptions => ({ marketplaceId, deadline: timing.now() + writeTimeout })

  return {
    async submit(account, submission) {
      const { marketplaceId, externalId, destination } = submission
      try {
        const body = toNewOrder(submission)
        await client.call(account, createFulfillmentOrder, { body }, within(marketplaceId))
        return 'accepted'
      } catch (error) {
        if (isRejectedAs(error, 'order_exists')) return 'exists'
        if (isUnexplained(error) && (await orderExists(client, account, externalId, within(marketplaceId))))
          return 'exists'
        throw toSubmissionFailure(error, destination)
      }
    },

    async cancel(account, { marketplaceId, externalId }) {
      const order = { sellerFulfillmentOrderId: externalId }
      try {
        await client.call(account, cancelFulfillmentOrder, order, within(marketplaceId))
        return 'asked'
      } catch (error) {
        if (isRejectedAs(error, 'already_cancelled')) return 'asked'
        if (isRejectedAs(error, 'order_too_far')) return 'too_late'
        if (isRejectedAs(error, 'order_not_found')) return 'unknown'
        throw error
      }
    },
  }
}

/** Amazon said no for a reason that is not in the catalogue, and might mean that it has the order. */
const isUnexplained = (error: unknown) =>
  error instanceof Rejected && !(error instanceof InvalidRequest) && error.whoActs === undefined
