export type Address = {
  firstName: string
  lastName: string
  company: string | null
  address1: string
  address2: string | null
  city: string
  province: string
  provinceCode: string
  zip: string
  countryCode: string
  phone: string | null
}

export type OrderLine = {
  id: number
  variantId: number
  quantity: number
  /** Without removed and refunded units. */
  currentQuantity: number
  priceCents: number
  taxCents: number
  discountCents: number
  attributes: { key: string; value: string }[]
}

export type WorkOrderLine = { id: number; lineId: number; total: number; remaining: number }

/** A fulfillment order. */
export type WorkOrder = {
  id: number
  status: 'OPEN' | 'IN_PROGRESS' | 'ON_HOLD' | 'SCHEDULED' | 'CLOSED' | 'CANCELLED'
  locationId: number
  methodType: 'SHIPPING' | 'PICK_UP' | 'LOCAL' | 'NONE'
  fulfillAt: string | null
  holds: { reason: string; notes: string | null }[]
  lines: WorkOrderLine[]
  updatedAt: string
}

export type Tracking = { company: string | null; number: string | null; url: string | null }

export type Fulfillment = {
  id: number
  status: 'SUCCESS' | 'CANCELLED'
  tracking: Tracking
  deliveredAt: string | null
  notified: boolean
  lines: { lineId: number; quantity: number }[]
}

export const financialStatuses = [
  'AUTHORIZED',
  'EXPIRED',
  'PAID',
  'PARTIALLY_PAID',
  'PARTIALLY_REFUNDED',
  'PENDING',
  'REFUNDED',
  'VOIDED',
] as const
export type FinancialStatus = (typeof financialStatuses)[number]

export type Order = {
  id: number
  number: number
  createdAt: string
  updatedAt: string
  cancelledAt: string | null
  cancelReason: string | null
  staffNote: string | null
  /** When a cancellation that was asked for is done. */
  cancelDueAt: string | null
  isTest: boolean
  financialStatus: FinancialStatus
  gateway: string
  risk: 'ACCEPT' | 'INVESTIGATE' | 'CANCEL' | 'NONE'
  email: string
  note: string | null
  discountCode: string | null
  shippingCents: number
  shippingTitle: string
  refundedCents: number
  address: Address | null
  methodType: WorkOrder['methodType']
  locationId: number
  lines: OrderLine[]
  workOrders: WorkOrder[]
  /** When Shopify decides which location ships it; null once that is done. */
  routesAt: string | null
  fulfillments: Fulfillment[]
}

/** The sums of all units that were ordered, or of those that the customer still gets; in cents, shared unevenly where they must be. */
export function sumsOf({ lines, shippingCents }: Order, units: 'quantity' | 'currentQuantity') {
  const part = (line: OrderLine, cents: number) => Math.round((cents * line[units]) / Math.max(1, line.quantity))
  const goods = lines.reduce((sum, line) => sum + line.priceCents * line[units], 0)
  const discount = lines.reduce((sum, line) => sum + part(line, line.discountCents), 0)
  const tax = lines.reduce((sum, line) => sum + part(line, line.taxCents), 0)
  return { goods, discount, tax, shipping: shippingCents, total: goods - discount + tax + shippingCents }
}

export function displayStatus({ workOrders, fulfillments }: Order): string {
  const open = workOrders.filter(({ status }) => status !== 'CLOSED' && status !== 'CANCELLED')
  const hasShipped = fulfillments.some(({ status }) => status === 'SUCCESS')
  if (open.length === 0) return hasShipped ? 'FULFILLED' : 'UNFULFILLED'
  if (hasShipped) return 'PARTIALLY_FULFILLED'
  if (open.every(({ status }) => status === 'ON_HOLD')) return 'ON_HOLD'
  return open.every(({ status }) => status === 'SCHEDULED') ? 'SCHEDULED' : 'UNFULFILLED'
}
