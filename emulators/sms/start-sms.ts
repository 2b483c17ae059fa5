import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { controlPath } from '../control.ts'
import { createFaults, type Faults } from '../faults.ts'
import { receive } from '../http/received.ts'
import { send } from '../http/reply.ts'
import { createStateWriter } from '../keeper.ts'
import { close, listen, type RunningEmulator } from '../loopback-server.ts'
import { answerApi, apiPath } from './api/answer-api.ts'
import { answerControl } from './control.ts'
import type { FaultKind } from './faults.ts'
import { answerInbox } from './inbox/answer-inbox.ts'
import { loadState } from './kept-state.ts'
import type { Account, SmsEmulator } from './stand-in.ts'
import type { SmsState } from './world.ts'

export type SmsOptions = {
  account: Account
  /** Where answers are passed on; nowhere without it. */
  answersUrl?: string
  /** 0, or none: the port of the last time if it is free, else any. */
  port?: number
  /** Keeps the texts and the port; without it both are new at each start. */
  stateFile?: string
  /** How many texts are kept; all of them are counted. */
  keep?: number
}

export type RunningSms = RunningEmulator & { inboxUrl: string; state: SmsState; faults: Faults<FaultKind> }

const bodyLimit = 1_048_576

/** Twilio's interface for texts, which reach nobody: they stand in its inbox, where they can be answered. */
export async function startSms({ account, answersUrl, port, stateFile, keep = 500 }: SmsOptions): Promise<RunningSms> {
  const kept = loadState(stateFile)
  const { world } = kept
  const keeper = createStateWriter(stateFile, () => kept)
  const faults = createFaults<FaultKind>()
  const { scheduleSave } = keeper
  const standIn: SmsEmulator = { account, answersUrl: answersUrl ?? null, state: world, faults, keep, scheduleSave }
  const server = createServer((request, response) => {
    answer(standIn, request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  const url = `http://127.0.0.1:${await listen(server, port ? [port] : [kept.port, 0])}`
  const stop = async () => {
    await close(server)
    keeper.writeNow()
  }
  return { url, inboxUrl: url, state: world, faults, stop }
}

async function answer(standIn: SmsEmulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const received = await receive(request, bodyLimit)
  if (received.path.startsWith(controlPath)) return send(response, await answerControl(standIn, received))
  if (!received.path.startsWith(apiPath)) return send(response, await answerInbox(standIn, received))
  const outcome = answerApi(standIn, received)
  if (outcome === 'silence') return
  if (outcome === 'broken-connection') return void response.destroy()
  send(response, outcome)
}
