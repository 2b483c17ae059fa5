import { z } from 'zod'
import { faultKinds } from '../faults/faults.ts'
import { operations } from '../graph/operations.ts'
import { confirmSubscription } from '../webhooks/subscribe.ts'
import { BadCommand, readCommand, type Command } from './command.ts'

const NewFault = z.strictObject({
  kind: z.enum(faultKinds),
  operation: z.enum(['*', ...operations.map(({ name }) => name)]).exactOptional(),
  next: z.int().positive().exactOptional(),
  after: z.int().min(0).exactOptional(),
})
const ClockChange = z.strictObject({
  advanceSeconds: z.number().min(0).default(0),
  speed: z.number().min(0).exactOptional(),
})
const NewSubscription = z.strictObject({ url: z.url({ protocol: /^https?$/ }), verifyToken: z.string().min(1) })
const ProcessingTimes = z.strictObject({ checkSeconds: z.number().min(0), batchSeconds: z.number().min(0) }).partial()

export const behaviourCommands: Command[] = [
  { method: 'GET', path: '/_control/faults', answer: ({ emulator }) => ({ faults: emulator.faults.read() }) },
  {
    method: 'POST',
    path: '/_control/faults',
    answer(told) {
      told.emulator.faults.add(readCommand(NewFault, told))
      return { faults: told.emulator.faults.read() }
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
    method: 'POST',
    path: '/_control/clock',
    answer(told) {
      const { clock } = told.emulator
      const { advanceSeconds, speed } = readCommand(ClockChange, told)
      if (speed !== undefined) clock.setSpeed(speed)
      clock.advance(advanceSeconds * 1000)
      return { now: clock.now().toISOString(), speed: clock.speed }
    },
  },
  {
    method: 'PUT',
    path: '/_control/pace',
    answer(told) {
      const { state } = told.emulator
      const { checkSeconds = state.checkSeconds, batchSeconds = state.batchSeconds } = readCommand(
        ProcessingTimes,
        told,
      )
      Object.assign(state, { checkSeconds, batchSeconds })
      return { checkSeconds, batchSeconds }
    },
  },
  {
    method: 'PUT',
    path: '/_control/subscription',
    async answer(told) {
      const subscription = readCommand(NewSubscription, told)
      if (!(await confirmSubscription(subscription))) {
        throw new BadCommand(400, 'The URL could not be validated: it did not give the challenge back.')
      }
      told.emulator.state.subscription = subscription
      return { subscription }
    },
  },
  {
    method: 'DELETE',
    path: '/_control/subscription',
    answer({ emulator: { state } }) {
      state.subscription = null
      state.deliveries = []
      return { subscription: null }
    },
  },
  {
    method: 'GET',
    path: '/_control/deliveries',
    answer: ({ emulator }) => ({ deliveries: emulator.state.deliveries }),
  },
]
