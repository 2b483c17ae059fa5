import type { Seller } from '../world.ts'
import type { AmazonOrder } from './book.ts'

/** A customer orders on Amazon: what the control plane and tests say to have one that can be asked for a review. */
export function placeAmazonOrder(seller: Seller, order: Omit<AmazonOrder, 'solicitedAt'>): void {
  seller.amazonOrders[order.amazonOrderId] = { ...order, solicitedAt: null }
}
