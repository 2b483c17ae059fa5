import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, searchText } from './fields.ts'
import { orderStatuses } from './order-status.ts'
import { promotionStates } from './promotion-state.ts'

/** How many of each kind one search shows. */
export const mostFound = 5
/** A single letter is in nearly everything, so nothing is looked for before the second. */
export const shortestSearch = 2

const FoundOrder = z.object({
  id: Id,
  orderNumber: z.string(),
  externalOrderId: z.string(),
  customerName: z.string().nullable(),
  status: z.enum(orderStatuses),
  placedAt: Moment,
})

const FoundSku = z.object({
  id: Id,
  sku: z.string(),
  asin: z.string().nullable(),
  title: z.string(),
  qtyAvailable: z.int(),
})

const FoundProduct = z.object({ id: Id, title: z.string(), brand: z.string(), isActive: z.boolean() })

/** Customers are found by name in their orders, or by their whole e-mail address. */
const FoundCustomer = z.object({ id: Id, name: z.string(), newestOrderId: Id, newestOrderAt: Moment })

const FoundPromotion = z.object({
  id: Id,
  title: z.string(),
  code: z.string().nullable(),
  state: z.enum(promotionStates),
})

/** Best first: what is found by its beginning before what is found inside. */
export const SearchResults = z.object({
  orders: z.array(FoundOrder),
  skus: z.array(FoundSku),
  products: z.array(FoundProduct),
  customers: z.array(FoundCustomer),
  promotions: z.array(FoundPromotion),
})
export type SearchResults = z.output<typeof SearchResults>

export const searchApi = {
  find: endpoint({
    method: 'GET',
    path: '/api/search',
    summary: 'Orders, SKUs, products, customers and promotions that contain a text, a few of each',
    access: 'readonly',
    scope: 'company',
    query: z.strictObject({ q: searchText.min(shortestSearch, `Type at least ${shortestSearch} characters`) }),
    reply: SearchResults,
  }),
}
