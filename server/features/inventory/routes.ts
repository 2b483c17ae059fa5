import { inventoryApi } from '#contract/inventory.ts'
import { productsApi } from '#contract/products.ts'
import { createProduct } from '#server/features/products/products.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload } from '#server/platform/http/files.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { exportInventory, listInventory } from './list-inventory.ts'
import { listAlerts, readSummary } from './alert-queries.ts'
import { recordFirstCounts } from './record-counts.ts'
import { getStockDetailOrThrow, readStockHistory, listMovements } from './sku-stock-queries.ts'

export function inventoryRoutes(app: App): void {
  serve(app, inventoryApi.list, listInventory)
  serve(app, inventoryApi.alerts, (ctx, query) => ctx.read((tx) => listAlerts(tx, ctx.companyId, query)))
  serve(app, inventoryApi.summary, (ctx) => ctx.read((tx) => readSummary(tx, ctx.companyId)))
  serve(app, productsApi.create, (ctx, product) => createProduct(ctx, product, recordFirstCounts))
  serveDownload(app, inventoryApi.export, exportInventory)
  serve(app, inventoryApi.detail, (ctx, { skuId }) => ctx.read((tx) => getStockDetailOrThrow(tx, ctx.companyId, skuId)))
  serve(app, inventoryApi.history, (ctx, { skuId, days }) =>
    ctx.read((tx) => readStockHistory(tx, { companyId: ctx.companyId, skuId, days, now: ctx.clock.now() })),
  )
  serve(app, inventoryApi.movements, (ctx, query) =>
    ctx.read((tx) => listMovements(tx, { companyId: ctx.companyId, ...query })),
  )
}
