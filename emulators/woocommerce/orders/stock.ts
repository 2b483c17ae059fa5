import { isoSecond } from '../emulator.ts'
import type { Order, OrderLine, OrderStatus, Product, Shop } from '../state.ts'

/** The product or variation whose quantity counts, or null where the shop does not manage it. */
export function stockHolder(shop: Shop, { productId, variationId }: Pick<OrderLine, 'productId' | 'variationId'>) {
  const sold = shop.products.find(({ id }) => id === (variationId || productId))
  if (!shop.managesStock || !sold) return null
  const holder = sold.manageStock === 'parent' ? shop.products.find(({ id }) => id === sold.parentId) : sold
  return holder?.manageStock === true ? holder : null
}

export function setQuantity(shop: Shop, product: Product, quantity: number | null, why: string, now: Date): void {
  product.stockQuantity = quantity
  product.modifiedAt = isoSecond(now)
  shop.stockLog.push({ at: now.toISOString(), productId: product.id, quantity, why })
}

const takesStock = new Set<OrderStatus>(['processing', 'on-hold', 'completed'])
const givesBack = new Set<OrderStatus>(['cancelled', 'pending'])

/** Stock falls when an order is paid or on hold and comes back when it is cancelled. The trash gives nothing back. */
export function moveStock(shop: Shop, order: Order, status: OrderStatus, now: Date): void {
  const takes = takesStock.has(status) && !order.hasReducedStock
  const gives = givesBack.has(status) && order.hasReducedStock
  if (!takes && !gives) return
  for (const line of order.lines)
    addUnits(shop, line, takes ? -line.quantity : line.quantity, `order ${order.id} ${status}`, now)
  order.hasReducedStock = takes
}

export function addUnits(
  shop: Shop,
  line: Pick<OrderLine, 'productId' | 'variationId'>,
  units: number,
  why: string,
  now: Date,
): void {
  const holder = stockHolder(shop, line)
  if (holder) setQuantity(shop, holder, (holder.stockQuantity ?? 0) + units, why, now)
}
