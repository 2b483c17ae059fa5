import { createHash } from 'node:crypto'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { beforeEach, expect, it } from 'vitest'
import type { Deps } from '../context.ts'
import type { CounterStore } from '../shared-state/request-limiter.ts'
import { createRequestLimiter } from '../shared-state/request-limiter.ts'
import { createHandleGate, type HandleGate } from './handle-gate.ts'
import { credentialLimit, limitRequests } from './rate-limit.ts'

let now: Date
let http: FastifyInstance
let gate: HandleGate
/** Handles that exist, handles that are good, and what was looked up. */
let existing: string[]
let good: Set<string>
let lookedUp: string[]
let readings: number
let isDatabaseDown: boolean

const clock = { now: () => now }
const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000))

const fingerprint = (handle: string) => createHash('sha256').update(handle).digest().subarray(0, 4)

/** A process that has not seen any handle yet. */
const createGate = () =>
  createHandleGate({
    http,
    clock,
    readFingerprints: async () => {
      readings += 1
      if (isDatabaseDown) throw new Error('connect ECONNREFUSED')
      return Buffer.concat(existing.map(fingerprint))
    },
  })

beforeEach(() => {
  now = new Date('2026-03-02T10:00:00Z')
  existing = []
  good = new Set()
  lookedUp = []
  readings = 0
  isDatabaseDown = false
  const totals = new Map<string, number>()
  const counters: CounterStore = {
    add: async (increments) =>
      increments.map(({ key, endsAt, count }) => {
        const total = (totals.get(`${endsAt} ${key}`) ?? 0) + count
        totals.set(`${endsAt} ${key}`, total)
        return total
      }),
  }
  const log = pino({ level: 'silent' })
  const requestLimiter = createRequestLimiter({ counters, hash: (key) => key, clock, log })
  http = fastify()
  limitRequests(http, { requestLimiter } as Deps['shared'])
  gate = createGate()
})

const reply = { header: () => reply } as unknown as FastifyReply

/** What a caller is told: found, not found (401 or 404), or 429. */
async function ask(handle: string, address = '203.0.113.7'): Promise<string> {
  const find = async () => {
    lookedUp.push(handle)
    return good.has(handle) ? handle : null
  }
  return gate({ address } as FastifyRequest, reply, handle, find).then(
    (found) => (found === null ? 'none' : 'found'),
    (error: Error & { statusCode?: number }) => String(error.statusCode ?? error.message),
  )
}

const create = (handle: string) => {
  existing.push(handle)
  good.add(handle)
}

/** Uses up the refusals of the network. */
async function guessTooOften(): Promise<void> {
  for (let n = 0; n < credentialLimit.max; n += 1) expect(await ask(`guess-${n}`)).toBe('none')
  lookedUp = []
}

it('a burst of made-up handles is looked up as often as the limit allows, and a few times more', async () => {
  const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => ask(`guess-${n}`)))
  expect(lookedUp.length).toBeLessThanOrEqual(68)
  expect(answers.filter((answer) => answer === 'none')).toHaveLength(credentialLimit.max)
  expect(answers.filter((answer) => answer === '429')).toHaveLength(400 - credentialLimit.max)
})

it('a made-up handle of a network over its limit is refused without a look-up, while other networks have their own limit', async () => {
  await guessTooOften()
  expect(await ask('one-more')).toBe('429')
  expect(lookedUp).toEqual([])
  expect(await ask('one-more', '203.0.113.8')).toBe('none')
  later(15 * 60)
  expect(await ask('one-more')).toBe('none')
})

it('a good handle passes although its network is over the limit, and in a process that has never seen it', async () => {
  create('neighbor')
  create('stranger')
  expect(await ask('neighbor')).toBe('found')
  await guessTooOften()
  expect(await ask('neighbor')).toBe('found')
  expect(readings).toBe(0)
  expect(await ask('stranger')).toBe('found')
  expect(lookedUp).toEqual(['neighbor', 'stranger'])
  gate = createGate()
  expect([await ask('neighbor'), await ask('stranger'), await ask('made-up')]).toEqual(['found', 'found', '429'])
})

it('a handle is looked up at every call, so that a revoked one ends at once', async () => {
  create('key')
  expect([await ask('key'), await ask('key')]).toEqual(['found', 'found'])
  good.delete('key')
  expect(await ask('key')).toBe('none')
  good.add('key')
  expect(await ask('key')).toBe('found')
  expect(lookedUp).toHaveLength(4)
})

it('a revoked handle is looked up once a minute while its network is over the limit', async () => {
  create('revoked')
  good.delete('revoked')
  await guessTooOften()
  for (let n = 0; n < 5; n += 1) expect(await ask('revoked')).toBe('429')
  expect(lookedUp).toEqual(['revoked'])
  later(60)
  good.add('revoked')
  expect(await ask('revoked')).toBe('found')
})

it('the fingerprints are read once for all who ask, again after ten seconds, and again after a failure', async () => {
  await guessTooOften()
  await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`other-${n}`)))
  expect(readings).toBe(1)
  create('new')
  expect(await ask('new')).toBe('429')
  later(10)
  expect(await ask('new')).toBe('found')
  expect(readings).toBe(2)
  later(10)
  isDatabaseDown = true
  expect(await ask('while down')).toBe('connect ECONNREFUSED')
  isDatabaseDown = false
  expect(await ask('after that')).toBe('429')
  expect(readings).toBe(4)
})
