import { attentionApi } from '#contract/attention.ts'
import { customersApi } from '#contract/customers.ts'
import { fulfillmentApi } from '#contract/fulfillment.ts'
import { orderBatchesApi } from '#contract/order-batches.ts'
import { waitingApi } from '#contract/order-row.ts'
import { manualOrdersApi } from '#contract/manual-orders.ts'
import { orderAssignmentsApi } from '#contract/order-assignments.ts'
import { orderTagsApi } from '#contract/order-tags.ts'
import { ordersApi } from '#contract/orders.ts'
import { publicApi } from '#contract/public-api.ts'
import { listSkuChoices } from '#server/features/channels/items/list-sku-choices.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload } from '#server/platform/http/files.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { serveKeyEndpoint } from '#server/platform/http/api-key-auth.ts'
import { acknowledgeOrder, holdOrder, releaseOrder, requestReview } from './actions/actions.ts'
import { editAddress } from './actions/edit-address.ts'
import { listPayloads } from './actions/list-payloads.ts'
import { packingSlipRoutes } from './actions/packing-slip.ts'
import { restoreOrder } from './actions/restore-order.ts'
import { dismissAttention, waitForStock } from './actions/dismiss-attention.ts'
import { listAttention } from './attention/list-attention.ts'
import { mapSku } from './actions/map-sku.ts'
import { substituteSku } from './actions/substitute-sku.ts'
import { unmapSku } from './actions/unmap-sku.ts'
import { readBatch, startBatch, stopBatch } from './batches/batches.ts'
import { estimateFees } from './batches/estimate-fees.ts'
import { cancelAndResend, cancelOrder, closeShippedOrder } from './fulfillment/request-cancellation.ts'
import { markDelivered, markNotDelivered } from './fulfillment/own-deliveries.ts'
import { correctTracking, shipOrder } from './fulfillment/ship-order.ts'
import { fulfillOrder, resendOrder } from './fulfillment/request-fulfillment.ts'
import { previewOrder } from './fulfillment/preview-order.ts'
import { readFulfillmentSettings, updateFulfillmentSettings } from './fulfillment/settings.ts'
import { listOrders, countWaiting } from './list/list-orders.ts'
import { exportOrders } from './list/export-orders.ts'
import { readCustomer } from './customers/read-customer.ts'
import { createManualOrder } from './manual/create-manual-order.ts'
import { createOrder } from './public/create-order.ts'
import { createShipment } from './public/create-shipment.ts'
import { listPublicOrders, readPublicOrder } from './public/read-orders.ts'
import { listPublicStock } from './public/read-stock.ts'
import { readOrder } from './read-order.ts'
import { assignOrders, listOrderPeople } from './teamwork/assign-orders.ts'
import { addNote, deleteNote, editNote } from './teamwork/notes.ts'
import { tagOrders } from './teamwork/tag-orders.ts'
import { countTaggedOrders, createTag, listTags, mergeTags, removeTag, updateTag } from './teamwork/tags.ts'

export function ordersRoutes(app: App): void {
  serve(app, ordersApi.list, listOrders)
  serve(app, waitingApi.count, countWaiting)
  serveDownload(app, ordersApi.export, exportOrders)
  serve(app, ordersApi.detail, readOrder)
  serve(app, ordersApi.payloads, listPayloads)
  packingSlipRoutes(app)
  serve(app, ordersApi.acknowledge, acknowledgeOrder)
  serve(app, ordersApi.hold, holdOrder)
  serve(app, ordersApi.release, releaseOrder)
  serve(app, ordersApi.closeShipped, closeShippedOrder)
  serve(app, ordersApi.restore, restoreOrder)
  serve(app, ordersApi.addNote, addNote)
  serve(app, ordersApi.editNote, editNote)
  serve(app, ordersApi.deleteNote, deleteNote)
  serve(app, ordersApi.editAddress, editAddress)
  serve(app, ordersApi.substitute, substituteSku)
  serve(app, ordersApi.requestReview, requestReview)
  serve(app, ordersApi.preview, previewOrder)
  serve(app, ordersApi.fulfill, fulfillOrder)
  serve(app, ordersApi.resend, resendOrder)
  serve(app, ordersApi.ship, shipOrder)
  serve(app, ordersApi.correctTracking, correctTracking)
  serve(app, ordersApi.markDelivered, markDelivered)
  serve(app, ordersApi.markNotDelivered, markNotDelivered)
  serve(app, ordersApi.cancel, cancelOrder)
  serve(app, ordersApi.cancelAndResend, cancelAndResend)
  serve(app, customersApi.detail, readCustomer)
  serve(app, manualOrdersApi.create, createManualOrder)
  serve(app, fulfillmentApi.settings, readFulfillmentSettings)
  serve(app, fulfillmentApi.updateSettings, updateFulfillmentSettings)
  serve(app, orderBatchesApi.start, startBatch)
  serve(app, orderBatchesApi.fees, estimateFees)
  serve(app, orderBatchesApi.read, readBatch)
  serve(app, orderBatchesApi.stop, stopBatch)
  serve(app, orderTagsApi.list, listTags)
  serve(app, orderTagsApi.counts, countTaggedOrders)
  serve(app, orderTagsApi.create, createTag)
  serve(app, orderTagsApi.update, updateTag)
  serve(app, orderTagsApi.merge, mergeTags)
  serve(app, orderTagsApi.remove, removeTag)
  serve(app, orderTagsApi.tagOrders, tagOrders)
  serve(app, orderAssignmentsApi.people, listOrderPeople)
  serve(app, orderAssignmentsApi.assign, assignOrders)
  serve(app, attentionApi.list, listAttention)
  serve(app, attentionApi.dismiss, dismissAttention)
  serve(app, attentionApi.waitForStock, waitForStock)
  serve(app, attentionApi.skuChoices, listSkuChoices)
  serve(app, attentionApi.mapSku, mapSku)
  serve(app, attentionApi.unmapSku, unmapSku)
  serveKeyEndpoint(app, publicApi.createOrder, createOrder)
  serveKeyEndpoint(app, publicApi.order, readPublicOrder)
  serveKeyEndpoint(app, publicApi.ship, createShipment)
  serveKeyEndpoint(app, publicApi.orders, listPublicOrders)
  serveKeyEndpoint(app, publicApi.inventory, listPublicStock)
}
