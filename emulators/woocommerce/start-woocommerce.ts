import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Clock, createClock } from '../clock.ts'
import { createFaults } from '../faults.ts'
import { BodyTooLarge, htmlReply, jsonReply, receive, send } from '../http.ts'
import { answerRequests, close, listen, type RunningEmulator } from '../loopback-server.ts'
import { createStateWriter } from '../state-file.ts'
import { answerConsent, consentPath } from './consent-page.ts'
import { answerControl, controlPath } from './control.ts'
import type { WooEmulator } from './emulator.ts'
import type { FaultKind, Faults, ReplyOutcome } from './faults.ts'
import { firstShop } from './first-shop.ts'
import { answerOverview, answerOwner } from './owner-page.ts'
import { answerRest, restRouteOf } from './rest/answer-rest.ts'
import { createState, loadState, type Shop, type WooState } from './state.ts'
import { sendDueWebhooks } from './webhook-queue.ts'

export type WooOptions = {
  /** Speed of the clock: 1 (default) is real time, 0 stands still. */
  speed?: number
  /** Port to listen on. 0 or absent: the saved port if it is free, else any. */
  port?: number
  /** Saves state and port over restarts; without it both are new at each start. */
  stateFile?: string
  /** Shops of a new state. */
  shops?: Shop[]
}

export type RunningWoo = RunningEmulator & { state: WooState; clock: Clock; faults: Faults; emulator: WooEmulator }

/** Milliseconds between checks for due webhooks. */
const lookEvery = 500

/** Emulates WordPress sites with WooCommerce, one below each first part of the path. */
export async function startWoocommerce({ stateFile, shops, port: asked, speed = 1 }: WooOptions): Promise<RunningWoo> {
  const saved = loadState(stateFile, () => createState(shops ?? [firstShop()]))
  const server = createServer()
  const port = await listen(server, asked ? [asked] : [saved.port, 0])
  const url = `http://127.0.0.1:${port}`

  const { world: state } = saved
  const clock = createClock({ startAt: Math.max(Date.now(), Date.parse(saved.now)), speed })
  const stateWriter = createStateWriter(stateFile, () => ({
    port: saved.port,
    now: clock.now().toISOString(),
    world: state,
  }))
  const faults = createFaults<FaultKind>()
  const emulator: WooEmulator = {
    baseUrl: url,
    state,
    clock,
    faults,
    scheduleSave: stateWriter.scheduleSave,
    catchUp: () => sendDueWebhooks(emulator),
  }
  answerRequests(server, (request, response) => answer(emulator, request, response))
  const look = speed > 0 ? setInterval(() => void emulator.catchUp(), lookEvery).unref() : undefined
  const stop = async () => {
    clearInterval(look)
    await close(server)
    stateWriter.writeNow()
  }
  return { url, state, clock, faults, emulator, stop }
}

const bodyLimit = 32 * 1_048_576

async function answer(emulator: WooEmulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const outcome = await dispatch(emulator, request)
  if (outcome === 'silence') return
  if (outcome === 'broken-connection') return void response.destroy()
  send(response, outcome)
}

async function dispatch(emulator: WooEmulator, request: IncomingMessage): Promise<ReplyOutcome> {
  try {
    const received = await receive(request, bodyLimit)
    if (received.path.startsWith(controlPath)) return await answerControl(emulator, received)
    if (received.path === '/') return answerOverview(emulator)
    const [, slug = ''] = received.path.split('/')
    const shop = emulator.state.shops.find((one) => one.slug === slug)
    const path = received.path.slice(slug.length + 1) || '/'
    if (!shop) return htmlReply(404, '<h1>There is no site here.</h1>')
    const call = { emulator, shop, now: emulator.clock.now() }
    const route = restRouteOf(path, received.query)
    if (route !== null) return await answerRest(call, received, route)
    if (path === consentPath) return await answerConsent(call, received)
    if (path === '/') return answerOwner(call, received)
    return htmlReply(404, '<h1>Not Found</h1>')
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    return jsonReply(413, { code: 'rest_request_too_large', message: error.message })
  }
}
