import { z } from 'zod'
import { fates } from '../fulfillment/book.ts'
import { setFate, setOrderFate, setTimings } from '../fulfillment/control.ts'
import { drainQueue, readQueue } from '../notifications/queues.ts'
import { BadOrder, findSeller, readOrder, type Command } from './command.ts'

const seconds = z.number().min(0).exactOptional()
const Fulfillment = z.strictObject({
  fate: z.enum(fates).exactOptional(),
  timings: z
    .strictObject({
      receive: seconds,
      plan: seconds,
      process: seconds,
      firstShipment: seconds,
      ship: seconds,
      cancel: seconds,
      outForDelivery: seconds,
      deliver: seconds,
      takeBack: seconds,
    })
    .exactOptional(),
})
const OrderFate = z.strictObject({ fate: z.enum(fates) })
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
      const { fate, timings } = readOrder(Fulfillment, order)
      const { world } = order.standIn
      if (fate) setFate(world, fate)
      if (timings) setTimings(world, timings)
      return { fate: world.fulfillment.fate, timings: world.fulfillment.timings }
    },
  },
  {
    method: 'PATCH',
    path: '/_control/sellers/:sellerId/orders/:orderId',
    answer(order) {
      const { standIn, params } = order
      const { fate } = readOrder(OrderFate, order)
      const orderId = params['orderId'] ?? ''
      const seller = findSeller(standIn, params['sellerId'])
      const isKnown = setOrderFate(standIn.world, seller, orderId, fate, standIn.clock.now())
      if (!isKnown) throw new BadOrder(404, `There is no order ${orderId}.`)
      return { orderId, fate }
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
