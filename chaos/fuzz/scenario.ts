import { mapConcurrent } from '#server/platform/concurrency.ts'
import { createRandom } from '../harness/random.ts'
import { startWebSystem, type WebSystem } from '../harness/web-server.ts'
import { describeRequest, send, type RawResponse, type RawRequest } from '../harness/raw-request.ts'
import {
  atLeast,
  atMost,
  exactly,
  none,
  type ScenarioResult,
  type Scenario,
  type ScenarioOptions,
} from '../scenario-result.ts'
import { draftOf, toRawRequest, type RequestDraft } from './request.ts'
import { createResponseChecker, isFileUpload, maxMsOf, readTableNames, measureLimits } from './response-checks.ts'
import { mutations } from './mutations.ts'
import { createFuzzFixture, signatureOf, webhookPath, type FuzzFixture } from './company-fixture.ts'

const requests = { short: 300, long: 20_000 } as const
const concurrency = 8
/** Requests between two restorations of the callers. */
const perRound = 250

export const runFuzz: Scenario = async (options) => {
  const web = await startWebSystem()
  try {
    return await fuzz(web, options)
  } finally {
    await web.close()
  }
}

export async function fuzz(web: WebSystem, { size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const fixture = await createFuzzFixture(web)
  const limitMs = maxMsOf(size)
  const checkResponse = createResponseChecker(await readTableNames(web.adminUrl), limitMs)
  const counters = createCounters()
  const wrong: string[] = []
  for (let start = 0; start < requests[size]; start += perRound) {
    await fixture.callers.restore()
    const indices = Array.from({ length: perRound }, (_, offset) => start + offset)
    await mapConcurrent(concurrency, indices, async (index) => {
      const { draft, sent } = makeRequest(fixture, seed, index)
      for (const answer of await Promise.all(Array.from({ length: draft.times }, () => send(web.url, sent)))) {
        counters.add(draft, sent, answer)
        const faults = checkResponse(sent, answer).filter((fault) => !isCutOff(sent, fault))
        if (faults.length > 0)
          wrong.push(`${faults.join('; ')} — ${describeDraft(draft, seed, index)} ${describeRequest(sent)}`)
      }
    })
  }
  // Requests of the last round may have ended the sessions of the callers.
  await fixture.callers.restore()
  const limits = await measureLimits(web.url, fixture)
  const of5xx = wrong.filter((one) => one.includes('answered 5'))
  return {
    claims: [
      atLeast('requests', counters.sent(), requests[size]),
      atLeast('of them reached the handler or its validation', counters.reachedHandler(), requests[size] / 2),
      atLeast('of them succeeded', counters.succeeded(), requests[size] / 10),
      exactly('routes of the document that were called', counters.routes(), fixture.routes.length),
      exactly('answers of 5xx', of5xx.length, 0),
      none('answers that are wrong in any way', wrong),
      atMost('the slowest answer', counters.slowest.other, limitMs.other, ' ms'),
      atMost('the slowest answer to a file', counters.slowest.file, limitMs.file, ' ms'),
      exactly('routes that refuse a body beyond their limit', limits.routes - limits.wrong.length, limits.routes),
      exactly('processes that exited by themselves', web.processes.givenUp(), 0),
    ],
    wrong: [...wrong, ...limits.wrong],
  }
}

/**
 * The server may close the connection while a refused, too large body is still being sent. And if headers are too large to be
 * parsed, it cannot know that the method was HEAD, so its response has a body.
 */
const isCutOff = ({ method, body }: RawRequest, fault: string) =>
  ((body?.length ?? 0) > 500_000 && /^no answer: (write EPIPE|read ECONNRESET|socket hang up)/.test(fault)) ||
  (method === 'HEAD' && fault.startsWith('no answer: Parse Error: Data after'))

const describeDraft = ({ caller, appliedMutations }: RequestDraft, seed: number, index: number) =>
  `seed ${seed}, index ${index}, as ${caller} (${appliedMutations.join(', ')}):`

/** The request depends on seed and index only, except for the ids in it, which come from the fixture. */
function makeRequest(fixture: FuzzFixture, seed: number, index: number): { draft: RequestDraft; sent: RawRequest } {
  const random = createRandom(seed, index)
  const route = fixture.routes[index % fixture.routes.length] as FuzzFixture['routes'][number]
  const draft = draftOf(route, fixture.sampleOf(route), random)
  const mutationCount = random.whole(4)
  for (let tries = 0; draft.appliedMutations.length < mutationCount && tries < 20; tries += 1) {
    const [name, mutate] = random.pick(Object.entries(mutations))
    if (mutate(draft, random, fixture) !== false) draft.appliedMutations.push(name)
  }
  const headers = { 'x-forwarded-for': addressOf(index), ...fixture.callers.headersOf(draft.caller) }
  const sent = toRawRequest(draft, headers)
  if (route.path === webhookPath && sent.body && random.happens(0.8)) {
    Object.assign(sent.headers, signatureOf(fixture.shop, sent.body, `fuzz-${seed}-${index}`), draft.headers)
  }
  return { draft, sent }
}

/** Spreads requests over addresses, to stay below the rate limit per address. */
const addressOf = (index: number) => `10.${Math.floor(index / 5_000)}.${Math.floor(index / 20) % 250}.1`

function createCounters() {
  const statuses: (number | null)[] = []
  const routes = new Set<RequestDraft['route']>()
  const slowest = { file: 0, other: 0 }
  const count = (fits: (status: number) => boolean) =>
    statuses.filter((status) => status !== null && fits(status)).length
  return {
    slowest,
    add({ route }: RequestDraft, sent: RawRequest, { status, ms }: RawResponse): void {
      statuses.push(status)
      routes.add(route)
      const kind = isFileUpload(sent) ? 'file' : 'other'
      slowest[kind] = Math.max(slowest[kind], ms)
    },
    sent: () => statuses.length,
    reachedHandler: () => count((status) => status < 500 && status !== 429 && status !== 401),
    succeeded: () => count((status) => status < 300),
    routes: () => routes.size,
  }
}
