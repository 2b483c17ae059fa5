import type { Acknowledgement, ShipmentConfirmation, InventoryUpdate, Shipment } from './requests.ts'
import { emptyDictionary } from '../dictionary.ts'

export type Quantity = { amount: number; unitOfMeasure: 'Cases' | 'Eaches'; unitSize: number }
export type Cost = { currencyCode: string; amount: string }

export type PurchaseOrderItem = {
  itemSequenceNumber: string
  amazonProductIdentifier: string
  vendorProductIdentifier: string
  orderedQuantity: Quantity
  isBackOrderAllowed: boolean
  netCost: Cost
  listPrice: Cost
  /** What the vendor said it will send; null while it has said nothing. */
  acknowledged: { at: string; accepted: number; rejected: number } | null
  received: { at: string; amount: number } | null
}

/** What Amazon ordered from the vendor. */
export type PurchaseOrder = {
  number: string
  state: 'New' | 'Acknowledged' | 'Closed'
  placedAt: string
  changedAt: string | null
  stateChangedAt: string
  type: 'RegularOrder' | 'ConsignedOrder' | 'NewProductIntroduction' | 'RushOrder'
  sellingParty: string
  shipToParty: string
  shipWindow: { from: string; to: string }
  items: PurchaseOrderItem[]
}

/** What was sent, by what it was sent to. */
export type Task =
  | { kind: 'acknowledgements'; sent: Acknowledgement[] }
  | { kind: 'confirmations'; sent: ShipmentConfirmation[] }
  | { kind: 'shipments'; sent: Shipment[] }
  | { kind: 'inventory'; warehouseId: string; sent: InventoryUpdate }

/** Every write is taken in first and done a little later; what came of it is asked for by its id. */
export type Transaction = {
  id: string
  task: Task
  doneAt: string
  isDone: boolean
  errors: { code: string; message: string }[]
}

export type VendorShipment = { asked: Shipment; createdAt: string }

export type WarehouseItem = {
  buyerProductIdentifier?: string | undefined
  vendorProductIdentifier?: string | undefined
  amount: number
  isObsolete: boolean
  updatedAt: string
}

/** What makes a seller a vendor too. */
export type VendorRecords = {
  vendorCode: string
  warehouseIds: string[]
  purchaseOrders: Record<string, PurchaseOrder>
  /** Ids of shipment confirmations that were taken in. */
  confirmations: Record<string, { confirmedAt: string }>
  shipments: Record<string, VendorShipment>
  transactions: Record<string, Transaction>
  /** By warehouse, then by the identifier the item was sent under. */
  warehouses: Record<string, Record<string, WarehouseItem>>
}

export const createVendorRecords = (vendorCode: string, warehouseIds: string[]): VendorRecords => ({
  vendorCode,
  warehouseIds,
  purchaseOrders: emptyDictionary(),
  confirmations: emptyDictionary(),
  shipments: emptyDictionary(),
  transactions: emptyDictionary(),
  warehouses: emptyDictionary(),
})
