import { createControl, type Command } from '../control.ts'
import { faultCommands } from '../fault-commands.ts'
import { summarize } from '../tally.ts'
import { faultKinds, type FaultKind } from './faults.ts'
import { readMail } from './read-mail.ts'
import type { SmtpEmulator } from './stand-in.ts'
import { createState } from './world.ts'

const commands: Command<SmtpEmulator>[] = [
  {
    method: 'GET',
    path: '/_control/messages',
    answer: async ({ emulator: { state } }) => ({
      messages: await Promise.all(state.mails.toReversed().map((mail) => readMail(state, mail))),
    }),
  },
  { method: 'GET', path: '/_control/counts', answer: ({ emulator }) => summarize(emulator.state.tally) },
  {
    method: 'DELETE',
    path: '/_control/messages',
    answer({ emulator }) {
      Object.assign(emulator.state, createState(), { lastId: emulator.state.lastId })
      return { messages: [] }
    },
  },
  ...faultCommands<FaultKind, SmtpEmulator>(faultKinds),
]

export const answerControl = createControl(commands)
