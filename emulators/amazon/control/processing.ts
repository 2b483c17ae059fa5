import { z } from 'zod'
import { cancellations, fates } from '../fulfillment/book.ts'
import { setCancellation, setFate, setTimings } from '../fulfillment/control.ts'
import { drainQueue, readQueue } from '../notifications/queues.ts'
import { readOrder, type Command } from './command.ts'
import { OrderTimings } from './orders.ts'

const seconds = z.number().min(0).exactOptional()
const Fulfillment = z.strictObject({
  fate: z.enum(fates).exactOptional(),
  cancellation: z.enum(cancellations).exactOptional(),
  timings: OrderTimings.exactOptional(),
})
const ProcessingTimes = z.strictObject({
  listing: seconds,
  feedQueue: seconds,
  feed: seconds,
  reportQueue: seconds,
  report: seconds,
})

/** What becomes of what Amazon has accepted, and when. */
export const processingCommands: Command[] = [
  {
    method: 'PATCH',
    path: '/_control/fulfillment',
    answer(order) {
      const { fate, cancellation, timings } = readOrder(Fulfillment, order)
      const { world } = order.standIn
      if (fate) setFate(world, fate)
      if (cancellation) setCancellation(world, cancellation)
      if (timings) setTimings(world, timings)
      return world.fulfillment
    },
  },
  {
    method: 'PATCH',
    path: '/_control/processing',
    answer(order) {
      const { world } = order.standIn
      world.processing = { ...world.processing, ...readOrder(ProcessingTimes, order) }
      return world.processing
    },
  },
  {
    method: 'GET',
    path: '/_control/queues/:name',
    answer: ({ standIn, params }) => ({ messages: readQueue(standIn.world, params['name'] ?? '') }),
  },
  {
    /** Takes the messages out, as a reader of the queue does. */
    method: 'DELETE',
    path: '/_control/queues/:name',
    answer: ({ standIn, params }) => ({ messages: drainQueue(standIn.world, params['name'] ?? '') }),
  },
]
