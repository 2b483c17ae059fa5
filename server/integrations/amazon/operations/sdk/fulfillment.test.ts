import type * as Sdk from '@sp-api-sdk/fulfillment-outbound-api-2020-07-01'
import { expect, it } from 'vitest'
import type { deliveryOffers } from '../fulfillment/delivery-offers.ts'
import type { getFeatureInventory, getFeatures, getFeatureSKU } from '../fulfillment/features.ts'
import type { getFulfillmentPreview } from '../fulfillment/preview.ts'
import type { getFulfillmentOrder, listAllFulfillmentOrders } from '../fulfillment/read-order.ts'
import type { createFulfillmentReturn, listReturnReasonCodes } from '../fulfillment/returns.ts'
import type { getPackageTrackingDetails } from '../fulfillment/tracking.ts'
import type {
  cancelFulfillmentOrder,
  createFulfillmentOrder,
  updateFulfillmentOrder,
} from '../fulfillment/write-order.ts'
import { reads, sends } from './fit.ts'

it('previews fit the types of the SDK', () => {
  expect(sends<typeof getFulfillmentPreview, Sdk.FulfillmentOutboundApiGetFulfillmentPreviewRequest>()).toBe(true)
  expect(reads<typeof getFulfillmentPreview, Sdk.GetFulfillmentPreviewResponse>()).toBe(true)
  expect(sends<typeof deliveryOffers, Sdk.FulfillmentOutboundApiDeliveryOffersRequest>()).toBe(true)
  expect(reads<typeof deliveryOffers, Sdk.GetDeliveryOffersResponse>()).toBe(true)
})

it('written orders fit the types of the SDK', () => {
  expect(sends<typeof createFulfillmentOrder, Sdk.FulfillmentOutboundApiCreateFulfillmentOrderRequest>()).toBe(true)
  expect(sends<typeof updateFulfillmentOrder, Sdk.FulfillmentOutboundApiUpdateFulfillmentOrderRequest>()).toBe(true)
  expect(sends<typeof cancelFulfillmentOrder, Sdk.FulfillmentOutboundApiCancelFulfillmentOrderRequest>()).toBe(true)
})

it('read orders fit the types of the SDK', () => {
  expect(sends<typeof getFulfillmentOrder, Sdk.FulfillmentOutboundApiGetFulfillmentOrderRequest>()).toBe(true)
  expect(reads<typeof getFulfillmentOrder, Sdk.GetFulfillmentOrderResponse>()).toBe(true)
  expect(sends<typeof listAllFulfillmentOrders, Sdk.FulfillmentOutboundApiListAllFulfillmentOrdersRequest>()).toBe(true)
  expect(reads<typeof listAllFulfillmentOrders, Sdk.ListAllFulfillmentOrdersResponse>()).toBe(true)
  expect(sends<typeof getPackageTrackingDetails, Sdk.FulfillmentOutboundApiGetPackageTrackingDetailsRequest>()).toBe(
    true,
  )
  expect(reads<typeof getPackageTrackingDetails, Sdk.GetPackageTrackingDetailsResponse>()).toBe(true)
})

it('features fit the types of the SDK', () => {
  expect(sends<typeof getFeatures, Sdk.FulfillmentOutboundApiGetFeaturesRequest>()).toBe(true)
  expect(reads<typeof getFeatures, Sdk.GetFeaturesResponse>()).toBe(true)
  expect(sends<typeof getFeatureInventory, Sdk.FulfillmentOutboundApiGetFeatureInventoryRequest>()).toBe(true)
  expect(reads<typeof getFeatureInventory, Sdk.GetFeatureInventoryResponse>()).toBe(true)
  expect(sends<typeof getFeatureSKU, Sdk.FulfillmentOutboundApiGetFeatureSKURequest>()).toBe(true)
  expect(reads<typeof getFeatureSKU, Sdk.GetFeatureSkuResponse>()).toBe(true)
})

it('returns fit the types of the SDK', () => {
  expect(sends<typeof listReturnReasonCodes, Sdk.FulfillmentOutboundApiListReturnReasonCodesRequest>()).toBe(true)
  expect(reads<typeof listReturnReasonCodes, Sdk.ListReturnReasonCodesResponse>()).toBe(true)
  expect(sends<typeof createFulfillmentReturn, Sdk.FulfillmentOutboundApiCreateFulfillmentReturnRequest>()).toBe(true)
  expect(reads<typeof createFulfillmentReturn, Sdk.CreateFulfillmentReturnResponse>()).toBe(true)
})
