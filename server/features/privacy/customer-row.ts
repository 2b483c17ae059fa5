import type { CustomerRow } from '#contract/privacy.ts'
import { decryptPersonal } from '#server/features/orders/personal-data.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'
import type { CustomerRecord } from './queries/customers.ts'

export function toCustomerRow(ctx: CompanyContext, customer: CustomerRecord): CustomerRow {
  const { id, firstName, lastName, orderCount, openOrders } = customer
  return {
    id,
    name: [firstName, lastName].filter(Boolean).join(' ') || null,
    email: decryptPersonal(ctx, 'customers.email', id, customer.email),
    phone: decryptPersonal(ctx, 'customers.phone', id, customer.phone),
    orderCount,
    openOrders,
    lastOrderAt: isoOrNull(customer.lastOrderAt),
    erasedAt: isoOrNull(customer.erasedAt),
    eraseObstacle: eraseObstacleOf(customer),
  }
}

/** Why a customer's data can't be erased now. */
export function eraseObstacleOf({ openOrders, erasedAt }: Pick<CustomerRecord, 'openOrders' | 'erasedAt'>) {
  if (erasedAt !== null) return 'Their data have been erased already.'
  if (openOrders === 0) return null
  const orders = openOrders === 1 ? 'One order is' : `${openOrders} orders are`
  return `${orders} still on the way and can’t arrive without these data. Erase them once every order is delivered or cancelled.`
}
