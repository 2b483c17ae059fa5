import type { OrderToChange } from '../queries/orders-to-change.ts'
import type { KnownOrderState } from './fold-news.ts'
import type { OrderEvent } from './news.ts'

type Restorable = Pick<OrderToChange, 'restoredAt'>

/** The news that cancel an order; those from before a person took it up again are over. */
export const effectiveCancellation = ({ cancelledBy }: KnownOrderState, order: Restorable): OrderEvent | null =>
  cancelledBy && isBeforeRestore(cancelledBy.at, order) ? null : cancelledBy

export const isBeforeRestore = (cancelledAt: Date | null, { restoredAt }: Restorable): boolean =>
  cancelledAt !== null && restoredAt !== null && cancelledAt <= restoredAt
