import { publicApi } from '#contract/public-api.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveKeyEndpoint } from '#server/platform/http/api-key-auth.ts'
import { quoteCart } from './quote/quote-cart.ts'

/** What websites call with their key. */
export function quoteRoutes(app: App): void {
  serveKeyEndpoint(app, publicApi.quote, quoteCart)
}
