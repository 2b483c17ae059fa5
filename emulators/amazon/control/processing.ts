import { z } from 'zod'
import { cancellations, fates } from '../fulfillment/book.ts'
import { setCancellation, setFate, setTimings } from '../fulfillment/control.ts'
import { takeMessages, readQueue } from '../notifications/queues.ts'
import { readCommand, type Command } from './command.ts'
import { OrderTimings } from './orders.ts'

const optionalSeconds = z.number().min(0).exactOptional()
const Fulfillment = z.strictObject({
  fate: z.enum(fates).exactOptional(),
  cancellation: z.enum(cancellations).exactOptional(),
  timings: OrderTimings.exactOptional(),
})
const ProcessingTimes = z.strictObject({
  listing: optionalSeconds,
  feedQueue: optionalSeconds,
  feed: optionalSeconds,
  reportQueue: optionalSeconds,
  report: optionalSeconds,
})

/** What becomes of what Amazon has accepted, and when. */
export const processingCommands: Command[] = [
  {
    method: 'PATCH',
    path: '/_control/fulfillment',
    answer(order) {
      const { fate, cancellation, timings } = readCommand(Fulfillment, order)
      const { state } = order.emulator
      if (fate) setFate(state, fate)
      if (cancellation) setCancellation(state, cancellation)
      if (timings) setTimings(state, timings)
      return state.fulfillment
    },
  },
  {
    method: 'PATCH',
    path: '/_control/processing',
    answer(order) {
      const { state } = order.emulator
      state.processing = { ...state.processing, ...readCommand(ProcessingTimes, order) }
      return state.processing
    },
  },
  {
    method: 'GET',
    path: '/_control/queues/:name',
    answer: ({ emulator, params }) => ({ messages: readQueue(emulator.state, params['name'] ?? '') }),
  },
  {
    /** Takes the messages out, as a reader of the queue does. */
    method: 'DELETE',
    path: '/_control/queues/:name',
    answer: ({ emulator, params }) => ({ messages: takeMessages(emulator.state, params['name'] ?? '') }),
  },
]
