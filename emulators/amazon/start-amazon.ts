import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Clock, createClock } from '../clock.ts'
import { BodyTooLarge, receive, send } from '../http.ts'
import { answerRequests, close, listen, type RunningEmulator } from '../loopback-server.ts'
import { createRouter } from '../router.ts'
import { createStateWriter } from '../state-file.ts'
import { answerConsent, consentPath } from './consent/consent-page.ts'
import { answerControl, controlPath } from './control/answer-control.ts'
import { createDefaultState } from './default-sellers.ts'
import { answerDocument, documentsPath } from './documents/links.ts'
import type { AmazonEmulator, Application, Limits } from './emulator.ts'
import { createFaults, type Faults } from './faults/faults.ts'
import type { ReplyOutcome } from './faults/misbehave.ts'
import { answerOperation } from './gateway/answer-operation.ts'
import { createRateLimits } from './gateway/rate-limits.ts'
import { createStats, type Stats } from './gateway/usage-stats.ts'
import { limitFeeds } from './jobs/job.ts'
import { answerLwa, lwaPath } from './lwa/answer-lwa.ts'
import { operations } from './operations.ts'
import { Refusal, refusalReply } from './refusal.ts'
import { type AmazonState, createState, loadState, type Seller } from './state.ts'

export type AmazonOptions = {
  client: Application
  /** Whether Amazon's rate limits are enforced. */
  limits: Limits
  /** Speed of the clock: 1 (default) is real time, 0 stands still. */
  speed?: number
  /** Port to listen on. 0 or absent: the saved port if it is free, else any. */
  port?: number
  /** Saves state and port over restarts; without it both are new at each start. */
  stateFile?: string
  /** Sellers of a new state. */
  sellers?: Seller[]
}

/**
 * Emulates Seller Central's consent page, Login with Amazon and the Selling Partner API of all regions at one address.
 */
export type RunningAmazon = RunningEmulator & { state: AmazonState; clock: Clock; faults: Faults; stats: Stats }

export async function startAmazon(options: AmazonOptions): Promise<RunningAmazon> {
  const { stateFile, client, limits, sellers, speed = 1 } = options
  const saved = loadState(stateFile, () => (sellers ? createState(sellers) : createDefaultState(new Date())))
  const server = createServer()
  const port = await listen(server, options.port ? [options.port] : [saved.port, 0])
  const url = `http://127.0.0.1:${port}`

  const { world: state } = saved
  limitFeeds(state.processing, limits !== 'off')
  const clock = createClock({ startAt: Math.max(Date.now(), Date.parse(saved.now)), speed })
  const stateWriter = createStateWriter(stateFile, () => ({
    port: saved.port,
    now: clock.now().toISOString(),
    world: state,
  }))
  const faults = createFaults(clock)
  const stats = createStats(clock)
  const replyOrder = createReplyOrder()
  const ending = new AbortController()
  const emulator: AmazonEmulator = {
    baseUrl: url,
    client,
    state,
    clock,
    faults,
    stats,
    limits,
    rateLimits: createRateLimits(clock),
    findRoute: createRouter(operations),
    scheduleSave: stateWriter.scheduleSave,
    nextReply: replyOrder.next,
    ended: ending.signal,
  }
  answerRequests(server, (request, response) => {
    response.once('finish', replyOrder.note)
    return answer(emulator, request, response)
  })
  const stop = async () => {
    ending.abort()
    await close(server)
    stateWriter.writeNow()
  }
  return { url, state, clock, faults, stats, stop }
}

const megabyte = 1_048_576

const bodyLimit = 10 * megabyte

const controlBodyLimit = 512 * megabyte

/** One host serves all of Amazon; the path decides which part. */
async function answer(emulator: AmazonEmulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const outcome = await dispatch(emulator, request)
  if (outcome === 'silence') return
  if (outcome === 'broken-connection') return void response.destroy()
  const requestId = { 'x-amzn-requestid': randomUUID() }
  send(response, { ...outcome, headers: { ...outcome.headers, ...requestId } })
}

async function dispatch(emulator: AmazonEmulator, request: IncomingMessage): Promise<ReplyOutcome> {
  const isControl = request.url?.startsWith(controlPath)
  try {
    const received = await receive(request, isControl ? controlBodyLimit : bodyLimit)
    const { path } = received
    if (isControl) return answerControl(emulator, received)
    if (path === consentPath) return answerConsent(emulator, received)
    if (path === lwaPath) return await answerLwa(emulator, received)
    if (path.startsWith(documentsPath)) {
      emulator.scheduleSave()
      return answerDocument(emulator.state, received, emulator.clock.now())
    }
    return await answerOperation(emulator, received)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    return refusalReply(new Refusal(413, 'RequestTooLarge', error.message))
  }
}

/** Lets a reply wait until another one has been sent. */
function createReplyOrder() {
  let waiting: (() => void)[] = []
  return {
    next: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    note: () => {
      for (const release of waiting.splice(0)) release()
    },
  }
}
