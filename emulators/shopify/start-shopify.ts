import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Clock, createClock } from '../clock.ts'
import { controlPath } from '../control.ts'
import { createFaults, type Faults } from '../faults.ts'
import { BodyTooLarge, jsonReply, type Received, receive, send } from '../http.ts'
import { answerRequests, close, listen, type RunningEmulator } from '../loopback-server.ts'
import { createStateWriter } from '../state-file.ts'
import { answerControl } from './control.ts'
import type { Limits, ShopifyEmulator } from './emulator.ts'
import type { FaultKind, ReplyOutcome } from './faults.ts'
import { finishCancellations } from './orders/change-order.ts'
import { routeOrders } from './orders/place-order.ts'
import { answerPage } from './shop-page.ts'
import { addVariant, createShop, loadState, newState, type ShopifyState, versions } from './state.ts'
import { answerTokenRequest } from './tokens.ts'
import { sendDueWebhooks } from './webhooks.ts'

export type ShopifyOptions = {
  /** Whether the cost of calls is limited. */
  limits: Limits
  /** Speed of the clock: 1 (default) is real time, 0 stands still. */
  speed?: number
  /** Port to listen on. 0 or absent: the saved port if it is free, else any. */
  port?: number
  /** Saves state and port over restarts; without it both are new at each start. */
  stateFile?: string
  /** Starts without the store of the demo. */
  isEmpty?: boolean
}

export type RunningShopify = RunningEmulator & { state: ShopifyState; clock: Clock; faults: Faults<FaultKind> }

/** Milliseconds between checks for due work when there are no requests. */
const lookEvery = 500

/** Emulates Shopify's Admin API for any number of stores: store `northfield` is at `/northfield`. */
export async function startShopify(options: ShopifyOptions): Promise<RunningShopify> {
  const { stateFile, limits, speed = 1, isEmpty = false } = options
  const loaded = loadState(stateFile)
  const saved = loaded ?? newState()
  const server = createServer()
  const port = await listen(server, options.port ? [options.port] : [saved.port, 0])
  const url = `http://127.0.0.1:${port}`

  const { world: state } = saved
  const clock = createClock({ startAt: Math.max(Date.now(), Date.parse(saved.now)), speed })
  if (!loaded && !isEmpty) addNorthfield(state, clock.now())
  const stateWriter = createStateWriter(stateFile, () => ({ port, now: clock.now().toISOString(), world: state }))
  const faults = createFaults<FaultKind>()
  const emulator: ShopifyEmulator = {
    baseUrl: url,
    state,
    clock,
    faults,
    limits,
    scheduleSave: stateWriter.scheduleSave,
    catchUp: () => catchUp(state, clock.now()),
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

function addNorthfield(state: ShopifyState, now: Date): void {
  const shop = createShop(state, now, { name: 'northfield' })
  addVariant(state, shop, { sku: 'TEE-L', productTitle: 'Harbor Tee', title: 'Large', available: 12 })
  addVariant(state, shop, { sku: 'MUG-1', productTitle: 'Harbor Mug', priceCents: 1_250, available: 30 })
}

const bodyLimit = 8 * 1_048_576

async function answer(emulator: ShopifyEmulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const outcome = await dispatch(emulator, request)
  if (outcome === 'silence') return
  if (outcome === 'broken-connection') return void response.destroy()
  send(response, outcome)
}

const apiPath = /^\/([a-z0-9][a-z0-9-]*)\/admin\/(oauth\/access_token|api\/(\d{4}-\d{2})\/graphql\.json)$/

async function dispatch(emulator: ShopifyEmulator, request: IncomingMessage): Promise<ReplyOutcome> {
  try {
    const received = await receive(request, bodyLimit)
    if (received.path === '/') return await answerPage(emulator, received)
    if (received.path.startsWith(controlPath)) {
      const reply = await answerControl(emulator, received)
      await emulator.catchUp()
      return reply
    }
    return await answerApi(emulator, received)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    return jsonReply(413, { errors: error.message })
  }
}

async function answerApi(emulator: ShopifyEmulator, received: Received): Promise<ReplyOutcome> {
  const [, name, endpoint, asked] = apiPath.exec(received.path) ?? []
  const shop = emulator.state.shops.find((one) => one.name === name)
  if (!shop || !endpoint || received.method !== 'POST') return jsonReply(404, { errors: 'Not Found' })
  applyDue(emulator.state, emulator.clock.now())
  if (endpoint === 'oauth/access_token') return answerTokenRequest(emulator, shop, received)
  const { answerGraphql } = await import('./graphql/answer-graphql.ts')
  // A version that has ended is served by the oldest that lives.
  const version = versions.find((one) => one === asked) ?? versions[0]
  return answerGraphql(emulator, shop, version, received)
}

/** Applies everything that became due. */
async function catchUp(state: ShopifyState, now: Date): Promise<void> {
  applyDue(state, now)
  await Promise.all(state.shops.map((shop) => sendDueWebhooks(shop, now)))
}

function applyDue(state: ShopifyState, now: Date): void {
  for (const shop of state.shops) {
    routeOrders(state, shop, now)
    finishCancellations(state, shop, now)
  }
}
