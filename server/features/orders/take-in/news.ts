import type { OrderData, OrderEventType } from '#contract/intake.ts'
import type { Actor } from '#server/platform/context.ts'

/** One thing that a channel said of one of its orders. */
export type OrderEvent = {
  channelId: string
  externalOrderId: string
  eventType: OrderEventType | 'order.shipped'
  /** When it happened, by the channel's clock; null where the channel does not say. */
  at: Date | null
  /** The order as it stood then; null when only the id of a cancelled or shipped one is told. */
  order: OrderData | null
  /** Who said it, for the timeline. */
  by: Actor
}

/**
 * What became of it. `remembered`: cancelled or shipped before it has come in, so that it will come in as that.
 * `nothing_new`: it was known, or overtaken by what is known.
 */
export type IngestResult =
  | {
      outcome: 'placed' | 'changed' | 'cancelled' | 'nothing_new'
      orderId: string
      orderNumber: string
      isNew: boolean
    }
  | { outcome: 'remembered'; orderId: null; orderNumber: null; isNew: false }
