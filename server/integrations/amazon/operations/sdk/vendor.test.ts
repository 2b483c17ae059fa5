import type * as Inventory from '@sp-api-sdk/vendor-direct-fulfillment-inventory-api-v1'
import type * as Orders from '@sp-api-sdk/vendor-orders-api-v1'
import { expect, it } from 'vitest'
import type { submitInventoryUpdate } from '../vendor-inventory.ts'
import type { getPurchaseOrdersStatus } from '../vendor-order-status.ts'
import type { getPurchaseOrder, getPurchaseOrders, submitAcknowledgement } from '../vendor-orders.ts'
import { reads, sends } from './fit.ts'

it('purchase orders and acknowledgements fit the types of the SDK', () => {
  expect(sends<typeof getPurchaseOrders, Orders.VendorOrdersApiGetPurchaseOrdersRequest>()).toBe(true)
  expect(reads<typeof getPurchaseOrders, Orders.GetPurchaseOrdersResponse>()).toBe(true)
  expect(sends<typeof getPurchaseOrder, Orders.VendorOrdersApiGetPurchaseOrderRequest>()).toBe(true)
  expect(reads<typeof getPurchaseOrder, Orders.GetPurchaseOrderResponse>()).toBe(true)
  expect(sends<typeof getPurchaseOrdersStatus, Orders.VendorOrdersApiGetPurchaseOrdersStatusRequest>()).toBe(true)
  expect(reads<typeof getPurchaseOrdersStatus, Orders.GetPurchaseOrdersStatusResponse>()).toBe(true)
  expect(sends<typeof submitAcknowledgement, Orders.VendorOrdersApiSubmitAcknowledgementRequest>()).toBe(true)
  expect(reads<typeof submitAcknowledgement, Orders.SubmitAcknowledgementResponse>()).toBe(true)
})

it('vendor inventory fits the types of the SDK', () => {
  type Update = Inventory.VendorDirectFulfillmentInventoryApiSubmitInventoryUpdateRequest
  expect(sends<typeof submitInventoryUpdate, Update>()).toBe(true)
  expect(reads<typeof submitInventoryUpdate, Inventory.SubmitInventoryUpdateResponse>()).toBe(true)
})
