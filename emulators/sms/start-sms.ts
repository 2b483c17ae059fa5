import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { summarize, timesAccepted } from '../accepted-counts.ts'
import { type Command, controlPath, createControl, faultCommands, readCommand } from '../control.ts'
import { createFaults, type Faults } from '../faults.ts'
import { receive, send } from '../http.ts'
import { answerRequests, close, listen, type RunningEmulator } from '../loopback-server.ts'
import { createStateWriter } from '../state-file.ts'
import { type Account, type FaultKind, faultKinds, type SmsEmulator } from './emulator.ts'
import { answerInbox } from './inbox.ts'
import { answerApi, apiPath } from './messages-api.ts'
import { receiveReply } from './replies.ts'
import { createState, loadState, type SmsState } from './state.ts'

export type SmsOptions = {
  account: Account
  /** Webhook for replies; none when absent. */
  answersUrl?: string
  /** Port to listen on. 0 or absent: the saved port if it is free, else any. */
  port?: number
  /** Saves texts and port over restarts; without it both are new at each start. */
  stateFile?: string
  /** Number of stored texts; all are counted. */
  keep?: number
}

export type RunningSms = RunningEmulator & { inboxUrl: string; state: SmsState; faults: Faults<FaultKind> }

const bodyLimit = 1_048_576

/** Emulates Twilio's Messages API. Texts are shown in an inbox page, where they can be replied to. */
export async function startSms({ account, answersUrl, port, stateFile, keep = 500 }: SmsOptions): Promise<RunningSms> {
  const saved = loadState(stateFile)
  const { world: state } = saved
  const stateWriter = createStateWriter(stateFile, () => saved)
  const faults = createFaults<FaultKind>()
  const { scheduleSave } = stateWriter
  const emulator: SmsEmulator = { account, answersUrl: answersUrl ?? null, state, faults, keep, scheduleSave }
  const server = createServer()
  answerRequests(server, (request, response) => answer(emulator, request, response))
  const url = `http://127.0.0.1:${await listen(server, port ? [port] : [saved.port, 0])}`
  const stop = async () => {
    await close(server)
    stateWriter.writeNow()
  }
  return { url, inboxUrl: url, state, faults, stop }
}

async function answer(emulator: SmsEmulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const received = await receive(request, bodyLimit)
  if (received.path.startsWith(controlPath)) return send(response, await answerControl(emulator, received))
  if (!received.path.startsWith(apiPath)) return send(response, await answerInbox(emulator, received))
  const outcome = answerApi(emulator, received)
  if (outcome === 'silence') return
  if (outcome === 'broken-connection') return void response.destroy()
  send(response, outcome)
}

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
    answer(call) {
      const { from, body } = readCommand(Answered, call)
      return receiveReply(call.emulator, from, body)
    },
  },
  ...faultCommands<FaultKind, SmsEmulator>(faultKinds),
]

const answerControl = createControl(commands)
