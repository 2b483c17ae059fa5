import { z } from 'zod'
import { faultKinds, lwaOperation } from '../faults/faults.ts'
import { operations } from '../operations.ts'
import { limitFeeds } from '../processing/settings.ts'
import { readOrder, type Command } from './command.ts'

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

export const behaviourCommands: Command[] = [
  {
    method: 'GET',
    path: '/_control/faults',
    answer: ({ standIn }) => ({ faults: standIn.faults.read() }),
  },
  {
    method: 'POST',
    path: '/_control/faults',
    answer(order) {
      order.standIn.faults.add(readOrder(NewFault, order))
      return { faults: order.standIn.faults.read() }
    },
  },
  {
    method: 'DELETE',
    path: '/_control/faults',
    answer({ standIn }) {
      standIn.faults.clear()
      return { faults: [] }
    },
  },
  {
    method: 'GET',
    path: '/_control/clock',
    answer: ({ standIn: { clock } }) => ({ now: clock.now().toISOString(), speed: clock.speed }),
  },
  {
    method: 'POST',
    path: '/_control/clock',
    answer(order) {
      const { clock } = order.standIn
      const { advanceSeconds, speed } = readOrder(ClockChange, order)
      if (speed !== undefined) clock.setSpeed(speed)
      clock.advance(advanceSeconds * 1000)
      return { now: clock.now().toISOString(), speed: clock.speed }
    },
  },
  {
    method: 'PUT',
    path: '/_control/limits',
    answer(order) {
      const { limits } = readOrder(LimitsChange, order)
      order.standIn.limits = limits
      limitFeeds(order.standIn.world.processing, limits !== 'off')
      return { limits }
    },
  },
  {
    method: 'GET',
    path: '/_control/stats',
    answer: ({ standIn }) => ({ operations: standIn.stats.read() }),
  },
  {
    method: 'DELETE',
    path: '/_control/stats',
    answer({ standIn }) {
      standIn.stats.reset()
      return { operations: {} }
    },
  },
]
