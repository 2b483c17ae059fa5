import { makeCode } from '../generated-codes.ts'
import type { AmazonState, Seller } from '../state.ts'
import { resumeOrder } from './lifecycle/advance-orders.ts'
import type { Cancellation, Fate, FulfillmentOrder, Package, Timings } from './order.ts'
import type { CreateOrder } from './requests.ts'

/** Sets the fate of every new order. */
export function setFate(state: AmazonState, fate: Fate): void {
  state.fulfillment.fate = fate
}

/** Sets how cancellation requests are answered from now on. */
export function setCancellation(state: AmazonState, cancellation: Cancellation): void {
  state.fulfillment.cancellation = cancellation
}

/**
 * Sets the fate of one order. An order that waits in planning goes on unless its fate is to stay there. False when
 * there is no such order.
 */
export function setOrderFate(state: AmazonState, seller: Seller, orderId: string, fate: Fate, now: Date): boolean {
  const order = seller.fulfillment.orders[orderId]
  if (!order) return false
  order.fate = fate
  if (fate !== 'stays-in-planning') resumeOrder({ state, seller, order, at: now.toISOString() })
  return true
}

/** Sets the durations of the remaining steps of one order. */
export function setOrderTimings(order: FulfillmentOrder, timings: Partial<Timings>): void {
  order.timings = { ...order.timings, ...timings }
}

export function setTimings(state: AmazonState, timings: Partial<Timings>): void {
  state.fulfillment.timings = { ...state.fulfillment.timings, ...timings }
}

type Parcel = Pick<Package, 'packageNumber' | 'carrierCode' | 'trackingNumber'> & {
  items: { itemId: string; quantity: number }[]
}

type ShippedOrder = {
  marketplaceId: string
  asked: CreateOrder
  receivedAt: string
  leftAt: string
  packages: Parcel[]
  /** Durations of the parcels' way. */
  timings: Partial<Timings>
}

/** Adds an order that was shipped earlier: its units have left the stock, its parcels are on their way. */
export function putShippedOrder(seller: Seller, order: ShippedOrder): void {
  const { marketplaceId, asked, receivedAt, leftAt, packages, timings } = order
  const id = asked.sellerFulfillmentOrderId
  const skuOf = new Map(asked.items.map((item) => [item.sellerFulfillmentOrderItemId, item.sellerSku]))
  for (const { packageNumber } of packages) seller.fulfillment.packages[packageNumber] = id
  seller.fulfillment.orders[id] = {
    id,
    marketplaceId,
    asked,
    status: 'Complete',
    receivedAt,
    statusAt: leftAt,
    fate: 'ships',
    timings,
    lines: asked.items.map(({ sellerFulfillmentOrderItemId: itemId, sellerSku: sku, quantity }) => ({
      itemId,
      sku,
      quantity,
      reserved: 0,
      shipped: quantity,
      cancelled: 0,
      unfulfillable: 0,
    })),
    shipments: [
      {
        id: makeCode(['shipment', seller.id, id, 0], 9),
        centerId: 'PHX7',
        status: 'SHIPPED',
        leftAt,
        packages: packages.map(({ items: _items, ...box }) => ({
          ...box,
          amazonTrackingNumber: `AFTN${makeCode(['parcel', seller.id, box.packageNumber], 12)}`,
        })),
        lines: packages.flatMap(({ packageNumber, items }) =>
          items.map(({ itemId, quantity }) => ({ itemId, sku: skuOf.get(itemId) ?? itemId, quantity, packageNumber })),
        ),
      },
    ],
    next: null,
    cancelRequestedAt: null,
    returns: [],
    authorizations: [],
  }
}
