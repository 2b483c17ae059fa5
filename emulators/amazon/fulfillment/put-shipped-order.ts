import type { Seller } from '../world.ts'
import type { Package, Timings } from './book.ts'
import { makeCode } from './made-up-codes.ts'
import type { CreateOrder } from './requests/create-order.ts'

type Parcel = Pick<Package, 'packageNumber' | 'carrierCode' | 'trackingNumber'> & {
  items: { itemId: string; quantity: number }[]
}

type ShippedOrder = {
  marketplaceId: string
  asked: CreateOrder
  receivedAt: string
  leftAt: string
  packages: Parcel[]
  /** How long its parcels travel. */
  timings: Partial<Timings>
}

/** An order of former times: its units left the shelves long ago, and only its parcels are still on their way. */
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
