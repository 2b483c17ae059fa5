import Package from 'lucide-react/icons/package'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import User from 'lucide-react/icons/user'
import Warehouse from 'lucide-react/icons/warehouse'
import { promotionStateLabels } from '#contract/promotion-words.ts'
import type { SearchResults } from '#contract/search.ts'
import { counted } from '#web/lib/figures.ts'
import { orderStatusLabels } from '#web/shared/orders/order-words.ts'
import type { Entry, EntryGroup } from './entry.ts'

type Found<Kind extends keyof SearchResults> = SearchResults[Kind][number]

export function foundGroups(results: SearchResults | undefined): EntryGroup[] {
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

function orderEntry({ id, orderNumber, externalOrderId, customerName, status }: Found<'orders'>): Entry {
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

function skuEntry({ id, sku, asin, title, qtyAvailable }: Found<'skus'>): Entry {
  const href = `/inventory?sku=${id}`
  return {
    id: `sku-${id}`,
    label: sku,
    detail: joined(title, asin, `${counted(qtyAvailable, 'unit')} available`),
    icon: Warehouse,
    href,
    isDetail: true,
    place: { kind: 'sku', label: sku, href },
  }
}

function productEntry({ id, title, brand, isActive }: Found<'products'>): Entry {
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
function customerEntry({ id, name, newestOrderId }: Found<'customers'>): Entry {
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

const promotionEntry = ({ id, title, code, state }: Found<'promotions'>): Entry => ({
  id: `promotion-${id}`,
  label: title,
  detail: joined(code, promotionStateLabels[state]),
  icon: TicketPercent,
  href: `/promotions?promotion=${id}`,
  isDetail: true,
})
