import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { summarize } from '../accepted-counts.ts'
import { type Command, controlPath, createControl, faultCommands } from '../control.ts'
import { createFaults, type Faults } from '../faults.ts'
import { receive, send } from '../http.ts'
import { answerRequests, close, listen, type RunningEmulator } from '../loopback-server.ts'
import { createStateWriter } from '../state-file.ts'
import { type FaultKind, faultKinds, faultPoints, type SmtpEmulator } from './emulator.ts'
import { answerInbox } from './inbox.ts'
import { createMailServer } from './mail-server.ts'
import { readMail } from './mail.ts'
import { createState, loadState, type SmtpState } from './state.ts'

export type SmtpOptions = {
  /** Requires this login when given. */
  login?: { user: string; password: string }
  /** Ports to listen on. 0 or absent: the saved ports if they are free, else any. */
  port?: number
  inboxPort?: number
  /** Saves mails and ports over restarts; without it all is new at each start. */
  stateFile?: string
  /** Number of stored mails; all are counted. */
  keep?: number
}

export type RunningSmtp = RunningEmulator & { inboxUrl: string; state: SmtpState; faults: Faults<FaultKind> }

const bodyLimit = 1_048_576

/** Emulates a mail server. Mails are shown in an inbox page and delivered to nobody. */
export async function startSmtp(options: SmtpOptions = {}): Promise<RunningSmtp> {
  const { stateFile, login = null, keep = 500 } = options
  const saved = loadState(stateFile)
  const { world: state } = saved
  const stateWriter = createStateWriter(stateFile, () => saved)
  const faults = createFaults<FaultKind>()
  const emulator: SmtpEmulator = {
    state,
    faults: atTheirPoints(faults),
    login,
    keep,
    scheduleSave: stateWriter.scheduleSave,
  }

  const mailServer = createMailServer(emulator)
  const inbox = createServer()
  answerRequests(inbox, (request, response) => answer(emulator, request, response))
  const port = await listen(mailServer.server, options.port ? [options.port] : [saved.port, 0])
  const inboxPort = await listen(inbox, options.inboxPort ? [options.inboxPort] : [saved.inboxPort, 0])
  return {
    url: `smtp://${login ? `${login.user}:${encodeURIComponent(login.password)}@` : ''}127.0.0.1:${port}`,
    inboxUrl: `http://127.0.0.1:${inboxPort}`,
    state,
    faults: emulator.faults,
    async stop() {
      mailServer.server.close()
      mailServer.cut()
      await Promise.all([once(mailServer.server, 'close'), close(inbox)])
      stateWriter.writeNow()
    },
  }
}

/** Sets the operation of each fault to its point of the session. */
const atTheirPoints = (faults: Faults<FaultKind>): Faults<FaultKind> => ({
  ...faults,
  add: (fault) => faults.add({ ...fault, operation: faultPoints[fault.kind] }),
})

async function answer(emulator: SmtpEmulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const received = await receive(request, bodyLimit)
  const isControl = received.path.startsWith(controlPath)
  send(response, await (isControl ? answerControl(emulator, received) : answerInbox(emulator.state, received)))
}

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

const answerControl = createControl(commands)
