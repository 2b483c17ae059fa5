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

/** What becomes of an order: what the stand-in can be told to let happen to it. */
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

/** What becomes of a cancellation that comes in time: `ignores` takes it and ships the order all the same. */
export const cancellations = ['obeys', 'ignores', 'refuses'] as const

export type Cancellation = (typeof cancellations)[number]

/** Seconds of the stand-in's clock from one moment of an order's life to the next; the parcel's count from when it left. */
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

/** How the stand-in's warehouses treat what is ordered from now on. */
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
  /** When it will be, or was, back in a warehouse. */
  backAt: string
  isBack: boolean
}

export type ReturnAuthorization = { id: string; rmaId: string; centerId: string }

export type FulfillmentOrder = {
  id: string
  marketplaceId: string
  /** What was asked for, as it stands after updates. */
  asked: CreateOrder
  status: OrderStatus
  receivedAt: string
  statusAt: string
  fate: Fate
  /** How long things take with this one, where it is not as with the others. */
  timings?: Partial<Timings>
  lines: Line[]
  shipments: Shipment[]
  /** What the clock brings next; null when it brings nothing more. */
  next: { step: Step; at: string } | null
  cancelRequestedAt: string | null
  returns: ReturnItem[]
  authorizations: ReturnAuthorization[]
}

export type FulfillmentRecords = {
  orders: Record<string, FulfillmentOrder>
  /** The ids of those that the clock still moves. */
  moving: string[]
  /** Which order a package belongs to. */
  packages: Record<string, string>
}

export const createFulfillmentRecords = (): FulfillmentRecords => ({
  orders: emptyDictionary(),
  moving: [],
  packages: emptyDictionary(),
})

/** An order ships after less than two minutes and is delivered two minutes later. */
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
