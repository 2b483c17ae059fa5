import { mapConcurrent } from '#server/platform/concurrency.ts'
import { createRandom } from '../harness/random.ts'
import { openWeb, type Web } from '../harness/web-server.ts'
import { describeSent, send, type Answer, type Sent } from '../harness/raw-request.ts'
import {
  atLeast,
  atMost,
  exactly,
  none,
  type ScenarioResult,
  type Scenario,
  type ScenarioOptions,
} from '../scenario-result.ts'
import { draftOf, sentOf, type RequestDraft } from './request.ts'
import { createResponseChecker, isOfFile, mostMsOf, readTableNames, measureLimits } from './response-checks.ts'
import { mutations } from './mutations.ts'
import { createFuzzFixture, signatureOf, webhookPath, type FuzzFixture } from './company-fixture.ts'

const requests = { short: 600, long: 20_000 } as const
const lanes = 8
/** So many go out before what they did to those who call is undone. */
const perRound = 200

export const runFuzz: Scenario = async (told) => {
  const web = await openWeb()
  try {
    return await fuzz(web, told)
  } finally {
    await web.close()
  }
}

export async function fuzz(web: Web, { size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const world = await createFuzzFixture(web)
  const most = mostMsOf(size)
  const judge = createResponseChecker(await readTableNames(web.ownerUrl), most)
  const tally = createTally()
  const wrong: string[] = []
  for (let start = 0; start < requests[size]; start += perRound) {
    await world.callers.restore()
    const indices = Array.from({ length: perRound }, (_, offset) => start + offset)
    await mapConcurrent(lanes, indices, async (index) => {
      const { draft, sent } = makeRequest(world, seed, index)
      for (const answer of await Promise.all(Array.from({ length: draft.times }, () => send(web.url, sent)))) {
        tally.add(draft, sent, answer)
        const faults = judge(sent, answer).filter((fault) => !isCutOff(sent, fault))
        if (faults.length > 0) wrong.push(`${faults.join('; ')} — ${nameOf(draft, seed, index)} ${describeSent(sent)}`)
      }
    })
  }
  const limits = await measureLimits(web.url, world)
  const of5xx = wrong.filter((one) => one.includes('answered 5'))
  return {
    claims: [
      atLeast('requests', tally.sent(), requests[size]),
      atLeast('of them got as far as the handler or its checks', tally.gotThrough(), requests[size] / 2),
      atLeast('of them were answered with what they asked for', tally.worked(), requests[size] / 10),
      exactly('routes of the document that were called', tally.routes(), world.routes.length),
      exactly('answers of 5xx', of5xx.length, 0),
      none('answers that are wrong in any way', wrong),
      atMost('the slowest answer', tally.slowest.other, most.other, ' ms'),
      atMost('the slowest answer to a file', tally.slowest.file, most.file, ' ms'),
      exactly('routes that refuse a body beyond their limit', limits.asked - limits.wrong.length, limits.asked),
      exactly('processes that gave up', web.processes.givenUp(), 0),
    ],
    wrong: [...wrong, ...limits.wrong],
  }
}

/**
 * The server may hang up on a body that it has refused for its size while it is still being sent; and where headers are too
 * large to be read, it can't know that HEAD wants no more than headers back.
 */
const isCutOff = ({ method, body }: Sent, fault: string) =>
  ((body?.length ?? 0) > 500_000 && /^no answer: (write EPIPE|read ECONNRESET|socket hang up)/.test(fault)) ||
  (method === 'HEAD' && fault.startsWith('no answer: Parse Error: Data after'))

const nameOf = ({ caller, tricks }: RequestDraft, seed: number, index: number) =>
  `seed ${seed}, index ${index}, as ${caller} (${tricks.join(', ')}):`

/** Which request this is follows from seed and index alone; the ids in it are the world's. */
function makeRequest(world: FuzzFixture, seed: number, index: number): { draft: RequestDraft; sent: Sent } {
  const dice = createRandom(seed, index)
  const route = world.routes[index % world.routes.length] as FuzzFixture['routes'][number]
  const draft = draftOf(route, world.sampleOf(route), dice)
  const wanted = dice.whole(4)
  for (let tries = 0; draft.tricks.length < wanted && tries < 20; tries += 1) {
    const [name, trick] = dice.pick(Object.entries(mutations))
    if (trick(draft, dice, world) !== false) draft.tricks.push(name)
  }
  const headers = { 'x-forwarded-for': addressOf(index), ...world.callers.headersOf(draft.caller) }
  const sent = sentOf(draft, headers)
  if (route.path === webhookPath && sent.body && dice.happens(0.8)) {
    Object.assign(sent.headers, signatureOf(world.shop, sent.body, `fuzz-${seed}-${index}`), draft.headers)
  }
  return { draft, sent }
}

/** No address makes so many calls that the limits per address would answer in place of the route. */
const addressOf = (index: number) => `10.${Math.floor(index / 5_000)}.${Math.floor(index / 20) % 250}.1`

function createTally() {
  const statuses: (number | null)[] = []
  const routes = new Set<RequestDraft['route']>()
  const slowest = { file: 0, other: 0 }
  const count = (fits: (status: number) => boolean) =>
    statuses.filter((status) => status !== null && fits(status)).length
  return {
    slowest,
    add({ route }: RequestDraft, sent: Sent, { status, ms }: Answer): void {
      statuses.push(status)
      routes.add(route)
      const kind = isOfFile(sent) ? 'file' : 'other'
      slowest[kind] = Math.max(slowest[kind], ms)
    },
    sent: () => statuses.length,
    gotThrough: () => count((status) => status < 500 && status !== 429 && status !== 401),
    worked: () => count((status) => status < 300),
    routes: () => routes.size,
  }
}
