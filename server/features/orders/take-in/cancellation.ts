import type { OrderToChange } from '../queries/orders-to-change.ts'
import type { KnownStory } from './fold-news.ts'
import type { News } from './news.ts'

type Restorable = Pick<OrderToChange, 'restoredAt'>

/** The news that cancel an order; those from before a person took it up again are over. */
export const cancellationIn = ({ cancelledBy }: KnownStory, order: Restorable): News | null =>
  cancelledBy && isOver(cancelledBy.at, order) ? null : cancelledBy

export const isOver = (cancelledAt: Date | null, { restoredAt }: Restorable): boolean =>
  cancelledAt !== null && restoredAt !== null && cancelledAt <= restoredAt
