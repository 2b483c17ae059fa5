import { z } from 'zod'
import { readBody } from '../input.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import type { FulfillmentOrder, OrderStatus, Step } from './book.ts'
import { findOrder } from './find-order.ts'
import { cancelOrder, failOrder } from './life/end.ts'
import type { Moment } from './life/moment.ts'
import { steps } from './life/steps.ts'

const statuses = [
  'New',
  'Received',
  'Planning',
  'Processing',
  'Cancelled',
  'Complete',
  'CompletePartialled',
  'Unfulfillable',
  'Invalid',
] as const satisfies readonly OrderStatus[]

const StatusUpdate = z.object({ fulfillmentOrderStatus: z.enum(statuses) })

const way: { status: OrderStatus; step: Step }[] = [
  { status: 'Received', step: 'receive' },
  { status: 'Planning', step: 'plan' },
  { status: 'Processing', step: 'process' },
  { status: 'Complete', step: 'complete' },
]

/** Moves an order by hand, in Amazon's sandbox and here. It goes through all that lies between, and then stays there. */
export function submitFulfillmentOrderStatusUpdate(call: Call): Answer {
  const { fulfillmentOrderStatus: status } = readBody(StatusUpdate, call.body)
  const order = findOrder(call)
  const { state, seller, now } = call
  const moment = { world: state, seller, order, at: now.toISOString() }
  if (!isOnItsWay(order)) throw impossible(order, status)
  move(moment, status)
  order.next = null
  return { status: 200, body: {} }
}

function move(moment: Moment, status: OrderStatus): void {
  if (status === 'Cancelled') return cancelOrder(moment)
  if (status === 'Unfulfillable' || status === 'Invalid') return failOrder(moment, status)
  if (status === 'CompletePartialled') moment.order.fate = 'ships-partly'
  const target = status === 'CompletePartialled' ? 'Complete' : status
  const from = way.findIndex((stop) => stop.status === moment.order.status)
  const to = way.findIndex((stop) => stop.status === target)
  if (to <= from) throw impossible(moment.order, status)
  for (const { step } of way.slice(from + 1, to + 1)) {
    if (isOnItsWay(moment.order)) steps[step](moment)
  }
}

const isOnItsWay = ({ status }: FulfillmentOrder) => ['New', 'Received', 'Planning', 'Processing'].includes(status)

const impossible = (order: FulfillmentOrder, status: OrderStatus) =>
  invalidInput(`The order is ${order.status}; it cannot become ${status}.`)
