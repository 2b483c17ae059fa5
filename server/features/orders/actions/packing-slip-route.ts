import { ordersApi } from '#contract/orders.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveHtmlPage } from '#server/platform/http/html-pages.ts'
import { packingSlipPage } from './packing-slip-page.ts'
import { readPackingSlip } from './read-packing-slip.ts'

export const packingSlipRoute = (app: App): void =>
  serveHtmlPage(app, ordersApi.packingSlip, async (ctx, input, nonce) =>
    packingSlipPage(await readPackingSlip(ctx, input), nonce),
  )
