import { productImageRule } from '#contract/images.ts'
import { productsApi } from '#contract/products.ts'
import { parseImage } from '#server/features/images/parse-image.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload, serveUpload } from '#server/platform/http/files.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { changeImage, updateProduct } from './products.ts'
import { createSku, updateSku } from './skus.ts'
import { exportProducts } from './export-products.ts'
import { listProductHistory } from './history-queries.ts'
import { listProducts, getProductOrThrow } from './queries.ts'

export function productsRoutes(app: App): void {
  serve(app, productsApi.list, (ctx, query) => ctx.read((tx) => listProducts(tx, query)))
  serveDownload(app, productsApi.export, exportProducts)
  serve(app, productsApi.detail, (ctx, { productId }) => ctx.read((tx) => getProductOrThrow(tx, ctx, productId)))
  serve(app, productsApi.update, updateProduct)
  serveUpload(app, productsApi.uploadImage, (ctx, { productId, file }) =>
    changeImage(ctx, productId, parseImage(file.bytes, productImageRule)),
  )
  serve(app, productsApi.removeImage, (ctx, { productId }) => changeImage(ctx, productId, null))
  serve(app, productsApi.history, (ctx, query) => ctx.read((tx) => listProductHistory(tx, query)))
  serve(app, productsApi.createSku, createSku)
  serve(app, productsApi.updateSku, updateSku)
}
