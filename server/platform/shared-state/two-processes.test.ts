import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Topic } from '#contract/events.ts'
import type { RedisServer } from '#local/redis-server.ts'
import { buildApp } from '#server/app.ts'
import { createTestDeps, recordTopics } from '#server/testing/app.ts'
import { describeWithRedis, startTestRedis } from '#server/testing/shared-state-fixture.ts'
import type { Deps } from '../context.ts'
import { createEventHub } from '../events/event-hub.ts'
import { callsPerMinutePerKey, credentialLimit } from '../http/rate-limit.ts'
import { newId } from '../ids.ts'
import { openSharedState } from './shared-state.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

type Process = Awaited<ReturnType<typeof startProcess>>

/** As much of a process as the others can tell: the whole application, with all of it that is shared opened anew. */
async function startProcess(redisUrl?: string) {
  const config = { ...test.deps.config, ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }) }
  const shared = await openSharedState({ ...test.deps, config })
  const deps: Deps = { ...test.deps, config, shared }
  const hub = createEventHub(deps)
  const { http } = await buildApp(deps, hub)
  await http.ready()
  return {
    deps,
    hub,
    http,
    async guess(address: string) {
      const url = '/api/v1/inventory'
      const headers = { authorization: 'Bearer ls_live_guess' }
      return (await http.inject({ url, headers, remoteAddress: address })).statusCode
    },
    async callWith(keyId: string) {
      const call = { keyHolder: { keyId } } as FastifyRequest
      const reply = { header: () => reply } as unknown as FastifyReply
      return http.countKey(call, reply).then(
        () => 'served',
        () => 'refused',
      )
    },
    async close() {
      await http.close()
      await hub.close()
      await shared.close()
    },
  }
}

const companyId = newId()

/** What the company's browsers hear that are connected to this process. */
function listenAt({ hub }: Process) {
  const received: string[] = []
  const leave = hub.subscribe({
    companyId,
    isProviderStaff: false,
    onTopic: (topic) => received.push(topic),
    onGap: () => received.push('gap'),
  })
  return { received, leave }
}

const publishAt = ({ deps }: Process, topic: Topic) =>
  deps.db.inCompany(companyId, (tx) => deps.shared.publishChange(tx, companyId, topic))

const inTurns = async <T>(count: number, work: (place: number) => Promise<T>): Promise<Set<T>> => {
  const seen = new Set<T>()
  for (let place = 0; place < count; place += 1) seen.add(await work(place))
  return seen
}

function limitsHoldTogether(one: () => Process, other: () => Process) {
  it('limit credential attempts over both processes', async () => {
    const deal = (place: number) => (place % 2 === 0 ? one() : other()).guess('203.0.113.7')
    expect(await inTurns(credentialLimit.max, deal)).toEqual(new Set([401]))
    expect([await one().guess('203.0.113.7'), await other().guess('203.0.113.7')]).toEqual([429, 429])
    expect(await other().guess('203.0.113.8')).toBe(401)
  })

  it('count the calls of an API key together', async () => {
    expect(await inTurns(callsPerMinutePerKey - 5, () => one().callWith('busy'))).toEqual(new Set(['served']))
    await expect.poll(() => other().callWith('busy')).toBe('refused')
    expect(await other().callWith('calm')).toBe('served')
  })
}

function newsReachEverybody(one: () => Process, other: () => Process) {
  it('receive each other’s changes after the commit, and nothing that is rolled back', async () => {
    const { received, leave } = listenAt(other())
    await expect.poll(async () => publishAt(one(), 'users').then(() => received)).toContain('users')
    const rolledBack = one().deps.db.inCompany(companyId, async (tx) => {
      await one().deps.shared.publishChange(tx, companyId, 'companies')
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await publishAt(one(), 'orders')
    await expect.poll(() => received).toContain('orders')
    expect(received).not.toContain('companies')
    leave()
  })
}

describe('two processes without Redis', () => {
  let processes: Process[]
  const nth = (place: number) => () => processes[place] as Process
  beforeAll(async () => {
    processes = await Promise.all([startProcess(), startProcess()])
  })
  afterAll(() => Promise.all(processes.map((process) => process.close())))

  limitsHoldTogether(nth(0), nth(1))
  newsReachEverybody(nth(0), nth(1))
})

describeWithRedis('two processes with Redis', () => {
  let redis: RedisServer
  let processes: Process[]
  const nth = (place: number) => () => processes[place] as Process
  const [one, other] = [nth(0), nth(1)]
  const places = () => processes.map(({ deps }) => deps.shared.store())
  beforeAll(async () => {
    redis = await startTestRedis()
    processes = await Promise.all([startProcess(redis.url), startProcess(redis.url)])
  })
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.close()))
    await redis.stop()
  })

  limitsHoldTogether(one, other)
  newsReachEverybody(one, other)

  it('do not use PostgreSQL for shared state', async () => {
    const { received, leave } = listenAt(other())
    const notified = await recordTopics(one().deps, companyId, async () => {
      await publishAt(one(), 'products')
      await expect.poll(() => received).toEqual(['products'])
    })
    expect(notified).toEqual([])
    leave()
  })

  it('fall back to PostgreSQL while Redis is down, and return to Redis afterwards', async () => {
    expect(places()).toEqual(['Redis', 'Redis'])
    const { received, leave } = listenAt(other())
    await redis.kill()
    await publishAt(one(), 'users')
    await expect.poll(() => received).toEqual(['users'])
    const deal = (place: number) => (place % 2 === 0 ? one() : other()).guess('203.0.113.9')
    expect(await inTurns(credentialLimit.max, deal)).toEqual(new Set([401]))
    expect(places()).toEqual(['PostgreSQL', 'PostgreSQL'])
    expect((await one().http.inject('/readyz')).statusCode).toBe(200)
    await redis.startAgain()
    await expect.poll(places).toEqual(['Redis', 'Redis'])
    await expect.poll(() => received).toEqual(['users', 'gap'])
    await publishAt(one(), 'orders')
    await expect.poll(() => received).toEqual(['users', 'gap', 'orders'])
    leave()
    const again = (place: number) => (place % 2 === 0 ? one() : other()).guess('203.0.113.10')
    expect(await inTurns(credentialLimit.max, again)).toEqual(new Set([401]))
    expect(await other().guess('203.0.113.10')).toBe(429)
  })
})
