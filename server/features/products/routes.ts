import { productsApi } from '#contract/products.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload } from '#server/platform/http/files.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { createProduct, updateProduct } from './products.ts'
import { createSku, updateSku } from './skus.ts'
import { exportProducts } from './export-products.ts'
import { listProductHistory } from './history-queries.ts'
import { listProducts, getProductOrThrow } from './queries.ts'

export function productsRoutes(app: App): void {
  serve(app, productsApi.list, (ctx, query) => ctx.read((tx) => listProducts(tx, query)))
  serve(app, productsApi.create, createProduct)
  serveDownload(app, productsApi.export, exportProducts)
  serve(app, productsApi.detail, (ctx, { productId }) => ctx.read((tx) => getProductOrThrow(tx, productId)))
  serve(app, productsApi.update, updateProduct)
  serve(app, productsApi.history, (ctx, query) => ctx.read((tx) => listProductHistory(tx, query)))
  serve(app, productsApi.createSku, createSku)
  serve(app, productsApi.updateSku, updateSku)
}
