import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, searchText } from './fields.ts'
import { t } from './i18n.ts'
import { orderStatuses } from './order-status.ts'
import { promotionStates } from './promotion-state.ts'

/** Hits per kind. */
export const mostFound = 5
/** Searching starts with the second letter, because one letter matches almost everything. */
export const shortestSearch = 2

const FoundOrder = z.object({
  id: Id,
  orderNumber: z.string(),
  externalOrderId: z.string(),
  externalNumber: z.string().nullable(),
  channelName: z.string().nullable(),
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

/** Customers are found by name in their orders, or by their complete e-mail address or phone number. */
const FoundCustomer = z.object({ id: Id, name: z.string(), newestOrderId: Id, newestOrderAt: Moment })

const FoundPromotion = z.object({
  id: Id,
  title: z.string(),
  code: z.string().nullable(),
  state: z.enum(promotionStates),
})

/** Best matches first: prefix matches before inner ones. */
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
    searchPath: '/api/search',
    summary: 'Orders, SKUs, products, customers and promotions that contain a text, a few of each',
    access: 'readonly',
    scope: 'company',
    query: z.strictObject({
      q: searchText.min(shortestSearch, t('Type at least {shortestSearch} characters', { shortestSearch })),
    }),
    reply: SearchResults,
  }),
}
