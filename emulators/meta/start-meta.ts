import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Clock, createClock } from '../clock.ts'
import { createFaults } from '../faults.ts'
import { BodyTooLarge, jsonReply, receive, send } from '../http.ts'
import { answerRequests, close, listen, type RunningEmulator } from '../loopback-server.ts'
import { createStateWriter } from '../state-file.ts'
import { processBatches } from './catalog/item-batches.ts'
import { answerControl, controlPath, makeToken } from './control.ts'
import type { Limits, MetaEmulator } from './emulator.ts'
import type { FaultKind, Faults, ReplyOutcome } from './faults.ts'
import { answerGraph } from './graph/answer-graph.ts'
import { createRateLimits } from './graph/rate-limits.ts'
import { passChecks } from './orders/place-order.ts'
import { answerPage } from './shop-page.ts'
import { createShop, createState, loadState, type MetaState, type Shop } from './state.ts'
import { sendDueWebhooks } from './webhooks.ts'

export type MetaOptions = {
  appSecret: string
  /** Whether rate limits are enforced. */
  limits: Limits
  /** Speed of the clock: 1 (default) is real time, 0 stands still. */
  speed?: number
  /** Port to listen on. 0 or absent: the saved port if it is free, else any. */
  port?: number
  /** Saves state and port over restarts; without it both are new at each start. */
  stateFile?: string
  /** Shops of a new state. */
  shops?: Shop[]
}

export type RunningMeta = RunningEmulator & { state: MetaState; clock: Clock; faults: Faults }

/** Milliseconds between checks for due work when there are no requests. */
const lookEvery = 1_000

/** Emulates the Graph API with shops, orders and catalogues, and sends webhooks. */
export async function startMeta(options: MetaOptions): Promise<RunningMeta> {
  const { stateFile, appSecret, limits, shops, speed = 1 } = options
  const saved = loadState(stateFile, () => createState(shops ?? [northfield()]))
  const server = createServer()
  const port = await listen(server, options.port ? [options.port] : [saved.port, 0])
  const url = `http://127.0.0.1:${port}`

  const { world: state } = saved
  const clock = createClock({ startAt: Math.max(Date.now(), Date.parse(saved.now)), speed })
  const stateWriter = createStateWriter(stateFile, () => ({
    port: saved.port,
    now: clock.now().toISOString(),
    world: state,
  }))
  const faults = createFaults<FaultKind>()
  const emulator: MetaEmulator = {
    baseUrl: url,
    appSecret,
    state,
    clock,
    faults,
    limits,
    rateLimits: createRateLimits(clock),
    scheduleSave: stateWriter.scheduleSave,
    catchUp: () => catchUp(state, appSecret, clock.now()),
  }
  answerRequests(server, (request, response) => answer(emulator, request, response))
  const look = speed > 0 ? setInterval(() => void emulator.catchUp(), lookEvery).unref() : undefined
  const stop = async () => {
    clearInterval(look)
    await close(server)
    stateWriter.writeNow()
  }
  return { url, state, clock, faults, stop }
}

const northfield = () =>
  createShop({
    accountId: '1029384756102938',
    catalogId: '5647382910564738',
    name: 'Northfield Goods',
    tokens: [makeToken()],
  })

const bodyLimit = 32 * 1_048_576

async function answer(emulator: MetaEmulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const outcome = await dispatch(emulator, request)
  if (outcome === 'silence') return
  if (outcome === 'broken-connection') return void response.destroy()
  send(response, outcome)
}

async function dispatch(emulator: MetaEmulator, request: IncomingMessage): Promise<ReplyOutcome> {
  try {
    const received = await receive(request, bodyLimit)
    if (received.path === '/') return await answerPage(emulator, received)
    if (received.path.startsWith(controlPath)) return await answerControl(emulator, received)
    return await answerGraph(emulator, received)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    return jsonReply(413, { error: { message: error.message, type: 'OAuthException', code: 1 } })
  }
}

/** Applies everything that became due. */
async function catchUp(state: MetaState, appSecret: string, now: Date): Promise<void> {
  passChecks(state, now)
  processBatches(state, now)
  await sendDueWebhooks(state, appSecret, now)
}
