import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createClock, type Clock } from '../clock.ts'
import { createStateWriter } from '../keeper.ts'
import { close, listen, type RunningEmulator } from '../loopback-server.ts'
import { answer } from './answer.ts'
import { catchUp } from './catch-up.ts'
import { makeToken } from './control/shops.ts'
import { createFaults } from '../faults.ts'
import type { FaultKind, Faults } from './faults/faults.ts'
import { createRateLimits } from './graph/rate-limits.ts'
import { loadState } from './kept-state.ts'
import type { Limits, MetaEmulator } from './stand-in.ts'
import { createShop, createState, type Shop, type MetaState } from './world.ts'

export type MetaOptions = {
  appSecret: string
  /** Whether calls are limited. */
  limits: Limits
  /** How fast the clock goes; 1, when absent, is real, 0 stands still. */
  speed?: number
  /** 0, or none: the port of the last time if it is free, else any. */
  port?: number
  /** Keeps the world and the port; without it both are made anew at each start. */
  stateFile?: string
  /** Who sells in a new world. */
  shops?: Shop[]
}

export type RunningMeta = RunningEmulator & { state: MetaState; clock: Clock; faults: Faults }

/** How often orders and webhooks are looked after while nobody asks. */
const lookEvery = 1_000

/** Serves the Graph API with shops, their orders and catalogues, and sends the webhooks of its application. */
export async function startMeta(options: MetaOptions): Promise<RunningMeta> {
  const { stateFile, appSecret, limits, shops, speed = 1 } = options
  const kept = loadState(stateFile, () => createState(shops ?? [northfield()]))
  const server = createServer()
  const port = await listen(server, options.port ? [options.port] : [kept.port, 0])
  const url = `http://127.0.0.1:${port}`

  const { world } = kept
  const clock = createClock({ startAt: Math.max(Date.now(), Date.parse(kept.now)), speed })
  const keeper = createStateWriter(stateFile, () => ({ port: kept.port, now: clock.now().toISOString(), world }))
  const faults = createFaults<FaultKind>()
  const standIn: MetaEmulator = {
    baseUrl: url,
    appSecret,
    state: world,
    clock,
    faults,
    limits,
    rateLimits: createRateLimits(clock),
    scheduleSave: keeper.scheduleSave,
    catchUp: () => catchUp(world, appSecret, clock.now()),
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(standIn, request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  const look = speed > 0 ? setInterval(() => void standIn.catchUp(), lookEvery).unref() : undefined
  const stop = async () => {
    clearInterval(look)
    await close(server)
    keeper.writeNow()
  }
  return { url, state: world, clock, faults, stop }
}

const northfield = () =>
  createShop({
    accountId: '1029384756102938',
    catalogId: '5647382910564738',
    name: 'Northfield Goods',
    tokens: [makeToken()],
  })
