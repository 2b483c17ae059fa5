import { emptyDictionary } from '../dictionary.ts'
import type { CreateOrder } from './requests.ts'

export type OrderStatus =
  | 'New'
  | 'Received'
  | 'Planning'
  | 'Processing'
  | 'Complete'
  | 'CompletePartialled'
  | 'Cancelled'
  | 'Unfulfillable'
  | 'Invalid'

/** The fates an order can be given. */
export const fates = [
  'ships',
  'stays-in-planning',
  'invalid',
  'unfulfillable',
  'ships-partly',
  'two-packages',
  'two-shipments',
  'undeliverable',
  'returned',
] as const

export type Fate = (typeof fates)[number]

/** How a cancellation request in time is answered: `ignores` accepts it and ships the order anyway. */
export const cancellations = ['obeys', 'ignores', 'refuses'] as const

export type Cancellation = (typeof cancellations)[number]

/** Seconds on the emulator's clock between the steps of an order; those of a parcel count from when it left. */
export type Timings = {
  receive: number
  plan: number
  process: number
  firstShipment: number
  ship: number
  cancel: number
  outForDelivery: number
  deliver: number
  takeBack: number
}

/** Settings for new orders. */
export type FulfillmentSettings = { fate: Fate; cancellation: Cancellation; timings: Timings }

export type Step = 'receive' | 'plan' | 'wait-for-stock' | 'process' | 'ship-first' | 'complete' | 'cancel' | 'end-hold'

export type Line = {
  itemId: string
  sku: string
  quantity: number
  reserved: number
  shipped: number
  cancelled: number
  unfulfillable: number
}

export type Package = {
  packageNumber: number
  carrierCode: string
  trackingNumber: string
  amazonTrackingNumber: string
}

export type ShipmentLine = { itemId: string; sku: string; quantity: number; packageNumber: number | null }

export type Shipment = {
  id: string
  centerId: string
  status: 'PENDING' | 'SHIPPED' | 'CANCELLED_BY_FULFILLER' | 'CANCELLED_BY_SELLER'
  lines: ShipmentLine[]
  packages: Package[]
  leftAt: string | null
}

export type ReturnItem = {
  id: string
  itemId: string
  shipmentId: string
  reasonCode: string
  comment: string | undefined
  authorizationId: string
  askedAt: string
  /** When it will be, or was, back in the warehouse. */
  backAt: string
  isBack: boolean
}

export type ReturnAuthorization = { id: string; rmaId: string; centerId: string }

export type FulfillmentOrder = {
  id: string
  marketplaceId: string
  /** The request, with later updates applied. */
  asked: CreateOrder
  status: OrderStatus
  receivedAt: string
  statusAt: string
  fate: Fate
  /** Durations of this order that differ from the settings. */
  timings?: Partial<Timings>
  lines: Line[]
  shipments: Shipment[]
  /** The next step; null when there is none. */
  next: { step: Step; at: string } | null
  cancelRequestedAt: string | null
  returns: ReturnItem[]
  authorizations: ReturnAuthorization[]
}

export type FulfillmentRecords = {
  orders: Record<string, FulfillmentOrder>
  /** Ids of orders with steps to come. */
  moving: string[]
  /** Order id by package number. */
  packages: Record<string, string>
}

export const createFulfillmentRecords = (): FulfillmentRecords => ({
  orders: emptyDictionary(),
  moving: [],
  packages: emptyDictionary(),
})

/** By default an order is shipped within two minutes and delivered two minutes later. */
export const createFulfillmentSettings = (): FulfillmentSettings => ({
  fate: 'ships',
  cancellation: 'obeys',
  timings: {
    receive: 2,
    plan: 15,
    process: 30,
    firstShipment: 25,
    ship: 60,
    cancel: 2,
    outForDelivery: 75,
    deliver: 120,
    takeBack: 180,
  },
})

export const timingsOf = ({ timings }: FulfillmentSettings, order: FulfillmentOrder): Timings => ({
  ...timings,
  ...order.timings,
})
