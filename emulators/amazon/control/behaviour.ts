import { z } from 'zod'
import { faultKinds, lwaOperation } from '../faults/faults.ts'
import { operations } from '../operations.ts'
import { limitFeeds } from '../processing/settings.ts'
import { readCommand, type Command } from './command.ts'

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
