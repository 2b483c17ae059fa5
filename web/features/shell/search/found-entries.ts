import Package from 'lucide-react/icons/package'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import User from 'lucide-react/icons/user'
import Warehouse from 'lucide-react/icons/warehouse'
import { promotionStateLabels } from '#contract/promotion-state.ts'
import type { SearchResults } from '#contract/search.ts'
import { formatCount } from '#web/lib/figures.ts'
import { orderStatusLabels } from '#web/shared/orders/order-words.ts'
import type { SearchEntry, SearchEntryGroup } from './entry.ts'

type SearchResult<Kind extends keyof SearchResults> = SearchResults[Kind][number]

export function resultGroups(results: SearchResults | undefined): SearchEntryGroup[] {
  if (!results) return []
  return [
    { title: 'Orders', entries: results.orders.map(orderEntry) },
    { title: 'SKUs', entries: results.skus.map(skuEntry) },
    { title: 'Products', entries: results.products.map(productEntry) },
    { title: 'Customers', entries: results.customers.map(customerEntry) },
    { title: 'Promotions', entries: results.promotions.map(promotionEntry) },
  ]
}

const joined = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ')

function orderEntry({ id, orderNumber, externalOrderId, customerName, status }: SearchResult<'orders'>): SearchEntry {
  const href = `/orders?order=${id}`
  return {
    id: `order-${id}`,
    label: orderNumber,
    detail: joined(externalOrderId, customerName, orderStatusLabels[status]),
    icon: ShoppingCart,
    href,
    isDetail: true,
    place: { kind: 'order', label: orderNumber, href },
  }
}

function skuEntry({ id, sku, asin, title, qtyAvailable }: SearchResult<'skus'>): SearchEntry {
  const href = `/inventory?sku=${id}`
  return {
    id: `sku-${id}`,
    label: sku,
    detail: joined(title, asin, `${formatCount(qtyAvailable, 'unit')} available`),
    icon: Warehouse,
    href,
    isDetail: true,
    place: { kind: 'sku', label: sku, href },
  }
}

function productEntry({ id, title, brand, isActive }: SearchResult<'products'>): SearchEntry {
  const href = `/products?product=${id}`
  return {
    id: `product-${id}`,
    label: title,
    detail: joined(brand, !isActive && 'Inactive'),
    icon: Package,
    href,
    isDetail: true,
    place: { kind: 'product', label: title, href },
  }
}

/** Some are known by their address alone: no name leads to their orders, but the newest is known. */
function customerEntry({ id, name, newestOrderId }: SearchResult<'customers'>): SearchEntry {
  const entry = { id: `customer-${id}`, icon: User }
  return name
    ? {
        ...entry,
        label: name,
        detail: 'All orders under this name',
        href: `/orders?${new URLSearchParams({ search: name })}`,
      }
    : {
        ...entry,
        label: 'Customer without a name',
        detail: 'The newest order',
        href: `/orders?order=${newestOrderId}`,
        isDetail: true,
      }
}

const promotionEntry = ({ id, title, code, state }: SearchResult<'promotions'>): SearchEntry => ({
  id: `promotion-${id}`,
  label: title,
  detail: joined(code, promotionStateLabels[state]),
  icon: TicketPercent,
  href: `/promotions?promotion=${id}`,
  isDetail: true,
})
