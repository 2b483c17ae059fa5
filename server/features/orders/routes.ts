import { attentionApi } from '#contract/attention.ts'
import { fulfillmentApi } from '#contract/fulfillment.ts'
import { orderBatchesApi } from '#contract/order-batches.ts'
import { waitingApi } from '#contract/order-row.ts'
import { ordersApi } from '#contract/orders.ts'
import { publicApi } from '#contract/public-api.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload } from '#server/platform/http/files.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { serveKeyEndpoint } from '#server/platform/http/api-key-auth.ts'
import { acknowledgeOrder } from './actions/acknowledge-order.ts'
import { addNote } from './actions/add-note.ts'
import { editAddress } from './actions/edit-address.ts'
import { holdOrder } from './actions/hold-order.ts'
import { listPayloads } from './actions/list-payloads.ts'
import { packingSlipRoute } from './actions/packing-slip-route.ts'
import { releaseOrder } from './actions/release-order.ts'
import { requestReview } from './actions/request-review.ts'
import { restoreOrder } from './actions/restore-order.ts'
import { dismissAttention } from './attention/dismiss-attention.ts'
import { listAttention } from './attention/list-attention.ts'
import { mapSku } from './attention/map-sku.ts'
import { readBatch } from './batches/read-batch.ts'
import { startBatch } from './batches/start-batch.ts'
import { stopBatch } from './batches/stop-batch.ts'
import { cancelAndResend } from './fulfillment/cancel-and-resend.ts'
import { cancelOrder } from './fulfillment/cancel-order.ts'
import { fulfillOrder } from './fulfillment/fulfill-order.ts'
import { previewOrder } from './fulfillment/preview-order.ts'
import { readFulfillmentSettings } from './fulfillment/read-settings.ts'
import { resendOrder } from './fulfillment/resend-order.ts'
import { updateFulfillmentSettings } from './fulfillment/update-settings.ts'
import { listOrders } from './list-orders.ts'
import { countWaiting } from './list/count-waiting.ts'
import { exportOrders } from './list/export-orders.ts'
import { createOrder } from './public/create-order.ts'
import { listPublicOrders } from './public/list-public-orders.ts'
import { listPublicStock } from './public/list-public-stock.ts'
import { readPublicOrder } from './public/read-public-order.ts'
import { readOrder } from './read-order.ts'

export function ordersRoutes(app: App): void {
  serve(app, ordersApi.list, listOrders)
  serve(app, waitingApi.count, countWaiting)
  serveDownload(app, ordersApi.export, exportOrders)
  serve(app, ordersApi.detail, readOrder)
  serve(app, ordersApi.payloads, listPayloads)
  packingSlipRoute(app)
  serve(app, ordersApi.acknowledge, acknowledgeOrder)
  serve(app, ordersApi.hold, holdOrder)
  serve(app, ordersApi.release, releaseOrder)
  serve(app, ordersApi.restore, restoreOrder)
  serve(app, ordersApi.addNote, addNote)
  serve(app, ordersApi.editAddress, editAddress)
  serve(app, ordersApi.requestReview, requestReview)
  serve(app, ordersApi.preview, previewOrder)
  serve(app, ordersApi.fulfill, fulfillOrder)
  serve(app, ordersApi.resend, resendOrder)
  serve(app, ordersApi.cancel, cancelOrder)
  serve(app, ordersApi.cancelAndResend, cancelAndResend)
  serve(app, fulfillmentApi.settings, readFulfillmentSettings)
  serve(app, fulfillmentApi.updateSettings, updateFulfillmentSettings)
  serve(app, orderBatchesApi.start, startBatch)
  serve(app, orderBatchesApi.read, readBatch)
  serve(app, orderBatchesApi.stop, stopBatch)
  serve(app, attentionApi.list, listAttention)
  serve(app, attentionApi.dismiss, dismissAttention)
  serve(app, attentionApi.mapSku, mapSku)
  serveKeyEndpoint(app, publicApi.createOrder, createOrder)
  serveKeyEndpoint(app, publicApi.order, readPublicOrder)
  serveKeyEndpoint(app, publicApi.orders, listPublicOrders)
  serveKeyEndpoint(app, publicApi.inventory, listPublicStock)
}
