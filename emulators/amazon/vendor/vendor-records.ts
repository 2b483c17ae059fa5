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
  /** The vendor's answer; null while there is none. */
  acknowledged: { at: string; accepted: number; rejected: number } | null
  received: { at: string; amount: number } | null
}

/** A purchase order of Amazon. */
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

/** A submission, by operation. */
export type Task =
  | { kind: 'acknowledgements'; sent: Acknowledgement[] }
  | { kind: 'confirmations'; sent: ShipmentConfirmation[] }
  | { kind: 'shipments'; sent: Shipment[] }
  | { kind: 'inventory'; warehouseId: string; sent: InventoryUpdate }

/** An accepted submission, processed later. Its status is read by id. */
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

/** Vendor data of a selling partner. */
export type VendorRecords = {
  vendorCode: string
  warehouseIds: string[]
  purchaseOrders: Record<string, PurchaseOrder>
  /** Confirmed shipments by id. */
  confirmations: Record<string, { confirmedAt: string }>
  shipments: Record<string, VendorShipment>
  transactions: Record<string, Transaction>
  /** By warehouse, then by the item's identifier. */
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
