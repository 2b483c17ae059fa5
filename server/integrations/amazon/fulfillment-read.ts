import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AmazonClient, CallOptions } from './client.ts'
import { getFulfillmentOrder, listAllFulfillmentOrders } from './operations/fulfillment/read-order.ts'
import { getPackageTrackingDetails } from './operations/fulfillment/tracking.ts'
import { isRejectedAs } from './refusal.ts'
import type { AmazonSettings } from './settings.ts'
import { packagesToTrack, toFulfillmentSnapshot } from './translate/fulfillment-news.ts'
import type { AmazonPackage, Tracking } from './translate/package-news.ts'
import type { UnknownValueReporter } from './unknown-words.ts'

const readTimeout = 30_000

export function createFulfillmentReads(
  { timing }: Pick<AmazonSettings, 'timing'>,
  client: AmazonClient,
  reportUnknownValues: UnknownValueReporter,
): Pick<FulfillmentService, 'read' | 'listChanged'> {
  const within = (marketplaceId: string): CallOptions => ({ marketplaceId, deadline: timing.now() + readTimeout })

  return {
    async read(account, { marketplaceId, externalId }, deliveredPackages = []) {
      const options = within(marketplaceId)
      const order = { sellerFulfillmentOrderId: externalId }
      const reply = await client.ask(account, getFulfillmentOrder, order, options).catch((error: unknown) => {
        if (isRejectedAs(error, 'order_not_found')) return null
        throw error
      })
      if (!reply) return null
      const { payload } = reply.answer
      const delivered = new Set(deliveredPackages)
      const tracked = await readTracking(client, account, packagesToTrack(payload, delivered), options)
      const news = toFulfillmentSnapshot(payload, { readAt: reply.askedAt, tracked, delivered })
      reportUnknownValues(getFulfillmentOrder.name, account.id, news.unknownWords)
      return news
    },

    async listChanged(account, { marketplaceId, since, page }) {
      const query = page ? { nextToken: page } : { queryStartDate: since.toISOString() }
      const { payload } = await client.call(account, listAllFulfillmentOrders, query, within(marketplaceId))
      const externalIds = payload.fulfillmentOrders.map(({ sellerFulfillmentOrderId }) => sellerFulfillmentOrderId)
      // Amazon has been seen to hand out tokens without end once there is nothing more.
      return { externalIds, next: externalIds.length > 0 ? payload.nextToken : null }
    },
  }
}

/** A package whose carrier Amazon won't speak of is one that nobody asked about: the order's own news still count. */
async function readTracking(
  client: AmazonClient,
  account: MarketplaceAccount,
  boxes: readonly AmazonPackage[],
  options: CallOptions,
): Promise<Map<number, Tracking>> {
  const tracked = await Promise.all(
    boxes.map(async ({ packageNumber }) => {
      try {
        const { payload } = await client.call(account, getPackageTrackingDetails, { packageNumber }, options)
        return [[packageNumber, payload] as const]
      } catch (error) {
        if (error instanceof Rejected) return []
        throw error
      }
    }),
  )
  return new Map(tracked.flat())
}
