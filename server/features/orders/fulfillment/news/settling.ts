import type { OrderStatus } from '#contract/order-status.ts'
import type { SentOrder } from '../../queries/sent-order.ts'
import type { ParcelChange } from './keep-packages.ts'

export type OrderTransition = {
  order: SentOrder
  /** Names what happened in words of the outside, so that the channel hears of it once. */
  cause: string
  targetStatus: OrderStatus
  /** When it had not happened yet, as far as that is known. */
  notBefore?: Date | null
  parcels: readonly ParcelChange[]
}
