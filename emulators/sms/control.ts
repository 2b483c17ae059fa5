import { z } from 'zod'
import { createControl, readCommand, type Command } from '../control.ts'
import { faultCommands } from '../fault-commands.ts'
import { summarize, timesAccepted } from '../tally.ts'
import { passOnAnswer } from './answers.ts'
import { faultKinds, type FaultKind } from './faults.ts'
import type { StandIn } from './stand-in.ts'
import { createWorld } from './world.ts'

const Answered = z.strictObject({ from: z.string().regex(/^\+\d{7,15}$/), body: z.string().min(1) })

const commands: Command<StandIn>[] = [
  {
    method: 'GET',
    path: '/_control/messages',
    answer: ({ standIn: { world } }) => ({
      messages: world.texts
        .toReversed()
        .map((text) => ({ ...text, times: timesAccepted(world.tally, [text.to, text.body]) })),
      optedOut: world.optedOut,
    }),
  },
  { method: 'GET', path: '/_control/counts', answer: ({ standIn }) => summarize(standIn.world.tally) },
  {
    method: 'DELETE',
    path: '/_control/messages',
    answer({ standIn }) {
      Object.assign(standIn.world, createWorld())
      return { messages: [] }
    },
  },
  {
    method: 'POST',
    path: '/_control/answers',
    answer(told) {
      const { from, body } = readCommand(Answered, told)
      return passOnAnswer(told.standIn, from, body)
    },
  },
  ...faultCommands<FaultKind, StandIn>(faultKinds),
]

export const answerControl = createControl(commands)
