import { attentionApi } from '#contract/attention.ts'
import { ordersApi } from '#contract/orders.ts'
import { publicApi } from '#contract/public-api.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/register.ts'
import { serveKey } from '#server/platform/http/serve-key.ts'
import { listOrders } from './list-orders.ts'
import { readOrder } from './read-order.ts'
import { listAttention } from './attention/list-attention.ts'
import { dismissAttention } from './attention/dismiss-attention.ts'
import { mapSku } from './attention/map-sku.ts'
import { createOrder } from './public/create-order.ts'
import { readPublicOrder } from './public/read-public-order.ts'
import { listPublicOrders } from './public/list-public-orders.ts'
import { listPublicStock } from './public/list-public-stock.ts'

export function ordersRoutes(app: App): void {
  serve(app, ordersApi.list, listOrders)
  serve(app, ordersApi.detail, readOrder)
  serve(app, attentionApi.list, listAttention)
  serve(app, attentionApi.dismiss, dismissAttention)
  serve(app, attentionApi.mapSku, mapSku)
  serveKey(app, publicApi.createOrder, createOrder)
  serveKey(app, publicApi.order, readPublicOrder)
  serveKey(app, publicApi.orders, listPublicOrders)
  serveKey(app, publicApi.inventory, listPublicStock)
}
