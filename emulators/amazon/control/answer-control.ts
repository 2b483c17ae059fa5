import { z } from 'zod'
import { jsonReply, type Received, type Reply } from '../../http.ts'
import { createRouter } from '../../router.ts'
import { catchUp } from '../catch-up.ts'
import type { AmazonEmulator } from '../emulator.ts'
import { faultKinds, lwaOperation } from '../faults/faults.ts'
import { limitFeeds } from '../jobs/job.ts'
import { operations } from '../operations.ts'
import { BadCommand, type Command, readCommand } from './command.ts'
import { orderCommands, partnerCommands, processingCommands } from './fulfillment-commands.ts'
import { consentCommands, itemCommands, sellerCommands } from './seller-commands.ts'

export const controlPath = '/_control/'

const targets = ['*', lwaOperation, ...operations.map(({ name }) => name)]

const NewFault = z.strictObject({
  kind: z.enum(faultKinds),
  operation: z.enum(targets).exactOptional(),
  next: z.int().positive().exactOptional(),
  seconds: z.number().positive().exactOptional(),
  every: z.int().positive().exactOptional(),
  delaySeconds: z.number().positive().exactOptional(),
})

const ClockChange = z.strictObject({
  advanceSeconds: z.number().min(0).default(0),
  speed: z.number().min(0).exactOptional(),
})

const LimitsChange = z.strictObject({ limits: z.enum(['amazon', 'off']) })

const behaviourCommands: Command[] = [
  {
    method: 'GET',
    path: '/_control/faults',
    answer: ({ emulator }) => ({ faults: emulator.faults.read() }),
  },
  {
    method: 'POST',
    path: '/_control/faults',
    answer(order) {
      order.emulator.faults.add(readCommand(NewFault, order))
      return { faults: order.emulator.faults.read() }
    },
  },
  {
    method: 'DELETE',
    path: '/_control/faults',
    answer({ emulator }) {
      emulator.faults.clear()
      return { faults: [] }
    },
  },
  {
    method: 'GET',
    path: '/_control/clock',
    answer: ({ emulator: { clock } }) => ({ now: clock.now().toISOString(), speed: clock.speed }),
  },
  {
    method: 'POST',
    path: '/_control/clock',
    answer(order) {
      const { clock } = order.emulator
      const { advanceSeconds, speed } = readCommand(ClockChange, order)
      if (speed !== undefined) clock.setSpeed(speed)
      clock.advance(advanceSeconds * 1000)
      return { now: clock.now().toISOString(), speed: clock.speed }
    },
  },
  {
    method: 'PUT',
    path: '/_control/limits',
    answer(order) {
      const { limits } = readCommand(LimitsChange, order)
      order.emulator.limits = limits
      limitFeeds(order.emulator.state.processing, limits !== 'off')
      return { limits }
    },
  },
  {
    method: 'GET',
    path: '/_control/stats',
    answer: ({ emulator }) => ({ operations: emulator.stats.read() }),
  },
  {
    method: 'DELETE',
    path: '/_control/stats',
    answer({ emulator }) {
      emulator.stats.reset()
      return { operations: {} }
    },
  },
]

const findCommand = createRouter([
  ...sellerCommands,
  ...itemCommands,
  ...consentCommands,
  ...behaviourCommands,
  ...orderCommands,
  ...processingCommands,
  ...partnerCommands,
])

/** The control plane: lets tests, the demo and benchmarks set up and disturb the emulator. */
export function answerControl(emulator: AmazonEmulator, received: Received): Reply {
  if (isFromPage(received)) return jsonReply(403, { error: 'Pages in a browser give no orders here.' })
  const route = findCommand(received.method, received.path)
  if (!route) return jsonReply(404, { error: `There is no ${received.method} ${received.path}.` })
  catchUp(emulator.state, emulator.clock.now())
  try {
    const reply = jsonReply(200, route.target.answer({ emulator, params: route.params, body: parse(received) }))
    if (received.method !== 'GET') emulator.scheduleSave()
    return reply
  } catch (error) {
    if (!(error instanceof BadCommand)) throw error
    return jsonReply(error.status, { error: error.message })
  }
}

/** CSRF protection: pages send an Origin. Other hosts were refused before (`answerRequests`). */
const isFromPage = ({ headers: { origin } }: Received) => origin !== undefined

function parse({ body, headers }: Received): unknown {
  if (body.length === 0) return undefined
  if (!headers['content-type']?.startsWith('application/json')) throw new BadCommand(400, 'The body must be JSON.')
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw new BadCommand(400, 'The body must be JSON.')
  }
}
