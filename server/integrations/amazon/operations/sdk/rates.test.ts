import { clientRateLimits as catalog } from '@sp-api-sdk/catalog-items-api-2022-04-01'
import { clientRateLimits as feeds } from '@sp-api-sdk/feeds-api-2021-06-30'
import { clientRateLimits as fulfillment } from '@sp-api-sdk/fulfillment-outbound-api-2020-07-01'
import { clientRateLimits as listings } from '@sp-api-sdk/listings-items-api-2021-08-01'
import { clientRateLimits as notifications } from '@sp-api-sdk/notifications-api-v1'
import { clientRateLimits as productTypes } from '@sp-api-sdk/product-type-definitions-api-2020-09-01'
import { clientRateLimits as reports } from '@sp-api-sdk/reports-api-2021-06-30'
import { clientRateLimits as vendorInventory } from '@sp-api-sdk/vendor-direct-fulfillment-inventory-api-v1'
import { clientRateLimits as vendorOrders } from '@sp-api-sdk/vendor-orders-api-v1'
import { expect, it } from 'vitest'
import { samples } from '../fixtures/samples.ts'

const published = [
  ...catalog,
  ...feeds,
  ...fulfillment,
  ...listings,
  ...notifications,
  ...productTypes,
  ...reports,
  ...vendorInventory,
  ...vendorOrders,
]

/** These APIs have no SDK package; their limits are only in Amazon's documentation. */
const unpublished =
  /^\/(?:solicitations|tokens|listings\/[^/]+\/restrictions|vendor\/(?:shipping|transactions|directFulfillment\/transactions))/

const known = samples.filter(({ request }) => !unpublished.test(request.path))

it.each(known)('$operation.name has no higher rate than in the SDK', ({ operation, request }) => {
  const limit = published.find(
    (one) => one.method === operation.method.toLowerCase() && one.urlRegex.test(request.path),
  )
  expect(operation.rate).toBe(limit?.rate)
  expect(operation.burst).toBeLessThanOrEqual(limit?.burst ?? 0)
})
