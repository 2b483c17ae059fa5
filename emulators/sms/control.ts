import { z } from 'zod'
import { createControl, readCommand, type Command } from '../control.ts'
import { faultCommands } from '../fault-commands.ts'
import { summarize, timesAccepted } from '../tally.ts'
import { receiveReply } from './answers.ts'
import { faultKinds, type FaultKind } from './faults.ts'
import type { SmsEmulator } from './stand-in.ts'
import { createState } from './world.ts'

const Answered = z.strictObject({ from: z.string().regex(/^\+\d{7,15}$/), body: z.string().min(1) })

const commands: Command<SmsEmulator>[] = [
  {
    method: 'GET',
    path: '/_control/messages',
    answer: ({ emulator: { state } }) => ({
      messages: state.texts
        .toReversed()
        .map((text) => ({ ...text, times: timesAccepted(state.tally, [text.to, text.body]) })),
      optedOut: state.optedOut,
    }),
  },
  { method: 'GET', path: '/_control/counts', answer: ({ emulator }) => summarize(emulator.state.tally) },
  {
    method: 'DELETE',
    path: '/_control/messages',
    answer({ emulator }) {
      Object.assign(emulator.state, createState())
      return { messages: [] }
    },
  },
  {
    method: 'POST',
    path: '/_control/answers',
    answer(told) {
      const { from, body } = readCommand(Answered, told)
      return receiveReply(told.emulator, from, body)
    },
  },
  ...faultCommands<FaultKind, SmsEmulator>(faultKinds),
]

export const answerControl = createControl(commands)
