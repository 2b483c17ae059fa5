import type { OrderStatus } from '#contract/order-words.ts'
import type { SentOrder } from '../../queries/sent-order.ts'
import type { KeptParcel } from './keep-packages.ts'

export type Settling = {
  order: SentOrder
  /** Names what happened in words of the outside, so that the channel hears of it once. */
  cause: string
  destination: OrderStatus
  parcels: readonly KeptParcel[]
}
