import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createStateWriter } from '../keeper.ts'
import { close, listen, type RunningEmulator } from '../loopback-server.ts'
import { answer } from './answer.ts'
import { createClock, type Clock } from '../clock.ts'
import { createDefaultState } from './default-world/default-world.ts'
import { createFaults, type Faults } from './faults/faults.ts'
import { createRateLimits } from './gateway/rate-limits.ts'
import { createRouter } from '../route.ts'
import { createStats, type Stats } from './gateway/stats.ts'
import { createReplyOrder } from './http/reply-order.ts'
import { loadState } from './kept-state.ts'
import { operations } from './operations.ts'
import { limitFeeds } from './processing/settings.ts'
import type { Application, Limits, AmazonEmulator } from './stand-in.ts'
import { createState, type Seller, type AmazonState } from './world.ts'

export type AmazonOptions = {
  client: Application
  /** Whether Amazon's rates are kept up. */
  limits: Limits
  /** How fast the clock goes; 1, when absent, is real, 0 stands still. */
  speed?: number
  /** 0, or none: the port of the last time if it is free, else any. */
  port?: number
  /** Keeps the world and the port; without it both are made anew at each start. */
  stateFile?: string
  /** Who sells in a new world. */
  sellers?: Seller[]
}

/** Serves Seller Central's consent page, Login with Amazon and the Selling Partner API of all regions at one address. */
export type RunningAmazon = RunningEmulator & { state: AmazonState; clock: Clock; faults: Faults; stats: Stats }

export async function startAmazon(options: AmazonOptions): Promise<RunningAmazon> {
  const { stateFile, client, limits, sellers, speed = 1 } = options
  const kept = loadState(stateFile, () => (sellers ? createState(sellers) : createDefaultState(new Date())))
  const server = createServer()
  const port = await listen(server, options.port ? [options.port] : [kept.port, 0])
  const url = `http://127.0.0.1:${port}`

  const { world } = kept
  limitFeeds(world.processing, limits !== 'off')
  const clock = createClock({ startAt: Math.max(Date.now(), Date.parse(kept.now)), speed })
  const keeper = createStateWriter(stateFile, () => ({ port: kept.port, now: clock.now().toISOString(), world }))
  const faults = createFaults(clock)
  const stats = createStats(clock)
  const replyOrder = createReplyOrder()
  const ending = new AbortController()
  const standIn: AmazonEmulator = {
    baseUrl: url,
    client,
    state: world,
    clock,
    faults,
    stats,
    limits,
    rateLimits: createRateLimits(clock),
    findRoute: createRouter(operations),
    scheduleSave: keeper.scheduleSave,
    nextReply: replyOrder.next,
    ended: ending.signal,
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', replyOrder.note)
    answer(standIn, request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  const stop = async () => {
    ending.abort()
    await close(server)
    keeper.writeNow()
  }
  return { url, state: world, clock, faults, stats, stop }
}
