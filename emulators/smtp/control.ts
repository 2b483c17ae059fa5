import { createControl, type Command } from '../control.ts'
import { faultCommands } from '../fault-commands.ts'
import { summarize } from '../tally.ts'
import { faultKinds, type FaultKind } from './faults.ts'
import { readMail } from './read-mail.ts'
import type { StandIn } from './stand-in.ts'
import { createWorld } from './world.ts'

const commands: Command<StandIn>[] = [
  {
    method: 'GET',
    path: '/_control/messages',
    answer: async ({ standIn: { world } }) => ({
      messages: await Promise.all(world.mails.toReversed().map((mail) => readMail(world, mail))),
    }),
  },
  { method: 'GET', path: '/_control/counts', answer: ({ standIn }) => summarize(standIn.world.tally) },
  {
    method: 'DELETE',
    path: '/_control/messages',
    answer({ standIn }) {
      Object.assign(standIn.world, createWorld(), { lastId: standIn.world.lastId })
      return { messages: [] }
    },
  },
  ...faultCommands<FaultKind, StandIn>(faultKinds),
]

export const answerControl = createControl(commands)
