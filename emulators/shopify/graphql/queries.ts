import { itemView, variantView } from '../inventory/variant-view.ts'
import type { Order } from '../orders/order.ts'
import { orderView, workOrderView } from '../orders/order-view.ts'
import { findVariantOfItem, gid, numberIn, type Shop, versions } from '../state.ts'
import { type PageArguments, pageOf } from './paging.ts'

/** The root of queries. */
export function createQueries(shop: Shop, now: Date): object {
  return {
    shop: {
      name: shop.title,
      url: `https://${shop.name}.example`,
      myshopifyDomain: `${shop.name}.myshopify.com`,
      currencyCode: shop.currency,
    },
    currentAppInstallation: { accessScopes: shop.scopes.map((handle) => ({ handle })) },
    publicApiVersions: versions.map((handle) => ({ handle, supported: true })),
    // Locations of fulfillment services are left out, as Shopify does.
    locations: (page: PageArguments) =>
      pageOf(
        shop.locations.filter(({ isFulfillmentService }) => !isFulfillmentService),
        page,
        ({ id, name }) => ({
          id: gid('Location', id),
          legacyResourceId: String(id),
          name,
          fulfillsOnlineOrders: true,
          isFulfillmentService: false,
        }),
      ),
    productsCount: () => ({ count: new Set(shop.variants.map(({ productId }) => productId)).size }),
    ordersCount: () => ({ count: shop.orders.filter(isOpen).length }),
    orders: (given: OrdersArguments) => listOrders(shop, given, now),
    order: ({ id }: { id: string }) => {
      const number = numberIn('Order', id)
      const order = shop.orders.find((one) => one.id === number)
      return order ? orderView(shop, order) : null
    },
    fulfillmentOrder: ({ id }: { id: string }) => {
      const number = numberIn('FulfillmentOrder', id)
      for (const order of shop.orders) {
        const workOrder = order.workOrders.find((one) => one.id === number)
        if (workOrder) return workOrderView(shop, order, workOrder)
      }
      return null
    },
    productVariants: (page: PageArguments) => pageOf(shop.variants, page, variantView),
    nodes: ({ ids }: { ids: string[] }) =>
      ids.map((id) => {
        const variant = findVariantOfItem(shop, id)
        return variant ? itemView(variant) : null
      }),
    webhookSubscriptions: (page: PageArguments) =>
      pageOf(shop.subscriptions, page, ({ id, topic, uri }) => ({
        id: gid('WebhookSubscription', id),
        topic,
        uri,
        format: 'JSON',
      })),
  }
}

const isOpen = (order: Order): boolean =>
  order.cancelledAt === null &&
  (order.workOrders.length === 0 || order.workOrders.some(({ status }) => status !== 'CLOSED'))

type OrdersArguments = PageArguments & { query?: string; sortKey?: string; reverse?: boolean }

/** Orders of the last 60 days, which is what `read_orders` shows. */
function listOrders(shop: Shop, { query = '', sortKey, reverse, first = 10, after }: OrdersArguments, now: Date) {
  const keyOf = (order: Order) => (sortKey === 'UPDATED_AT' ? order.updatedAt : order.createdAt)
  const placeOf = (order: Order) => `${keyOf(order)} ${order.id}`
  const oldest = new Date(now.getTime() - 60 * 24 * 3_600_000).toISOString()
  const place = after ? Buffer.from(after, 'base64url').toString() : ''
  const found = shop.orders
    .filter((order) => order.createdAt >= oldest && matches(order, query))
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  if (reverse) found.reverse()
  const rest = after ? found.filter((order) => placeOf(order) > place) : found
  const nodes = rest.slice(0, first)
  const last = nodes.at(-1)
  return {
    nodes: nodes.map((order) => orderView(shop, order)),
    pageInfo: {
      hasNextPage: rest.length > nodes.length,
      endCursor: last ? Buffer.from(placeOf(last)).toString('base64url') : null,
    },
  }
}

/** The search syntax as far as it is used: moments from which on, and whether the order is open. */
function matches(order: Order, query: string): boolean {
  return query.split(' AND ').every((term) => {
    const [, field, moment] = /^(created_at|updated_at):>='?([^']+)'?$/.exec(term.trim()) ?? []
    if (field && moment) {
      const value = field === 'created_at' ? order.createdAt : order.updatedAt
      return Date.parse(value) >= Date.parse(moment)
    }
    return term.trim() === 'status:open' ? isOpen(order) : true
  })
}
