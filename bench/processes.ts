import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '#local/free-port.ts'
import { apiCallOf, webhookOf, type Shop, type ShopOrder } from '#server/testing/shop-webhooks.ts'
import { callRate, openCallers, type Callers } from './harness/clients.ts'
import { sendAll } from './intake-shop.ts'
import { median, alternate, timed } from './harness/measure.ts'
import { figureAgainst, type Figure } from './harness/report.ts'
import { prepareDatabase, type BenchDatabase } from './harness/database.ts'
import { signInAt, type BenchEnvironments } from './harness/environments.ts'
import { spawnProduct, startProduct } from './harness/product.ts'

const connections = 32
const seconds = 2
const windows = 5
const ordersPerWindow = 500
const ordersToDrain = 2_000
const drains = 3
/** How many windows there may be, with those that the host disturbs and that only warm up. */
const mostWindows = 2 * (2 * windows + 1)
/** On two cores the callers and PostgreSQL have taken what a second process could use: it must not cost more than it brings. */
const leastGain = 0.9
/** What comes in at once is taken in together by the process it came to (`platform/gather.ts`): two have half as much each. */
const leastGainOfIntake = 0.6

type Web = { callers: Callers; url: string }
type Ways = Record<'one' | 'two', Web>
type Rates = Record<'one' | 'two', number[]>

/** One web process against two on one port, and one worker against two, on one database; the callers share the machine. */
export async function benchProcesses({ theatre }: BenchEnvironments): Promise<Figure[]> {
  const ground = await prepareDatabase(theatre, 'small', 'processes')
  const owner = new pg.Client({ connectionString: ground.ownerUrl })
  await owner.connect()
  try {
    const elsewhere = String(await findFreePort())
    // The sign-in provider knows the ground's own address; a session counts at both.
    const [one, two] = [await startWeb(ground, 1), await startWeb(at(ground, elsewhere), 2)]
    const ofTheo = await signInAt(one, 'ops@lockstep.test')
    const ofNadia = await signInAt(one, 'neighbour@lockstep.test')
    const open = (url: string) => ({ url, callers: openCallers({ url, headers: ofTheo }, connections) })
    const ways: Ways = { one: open(one), two: open(two) }
    const figures = await measureReads(ways, await anySku(owner))
    const openFor = (company: Record<string, string>) => openShops(one, company, mostWindows)
    const [shops, neighbours] = [await openFor(ofTheo), await openFor(ofNadia)]
    figures.push(gain('orders by key, two web processes', await intake(ways, [shops, neighbours]), leastGainOfIntake))
    for (const { callers } of Object.values(ways)) callers.close()
    const drained = [...shops.slice(0, 2), ...neighbours.slice(0, 2)]
    figures.push(gain('orders taken in, two workers', await drainInTurns(ground, owner, one, drained), leastGain))
    return figures
  } finally {
    await owner.end()
    await ground.stop()
  }
}

const at = (ground: BenchDatabase, port: string): BenchDatabase => ({
  ...ground,
  env: { ...ground.env, PORT: port, PUBLIC_URL: `http://localhost:${port}` },
})

/** Answers its address once all are there: a connection stays with the process that got it. */
async function startWeb(ground: BenchDatabase, count: number): Promise<string> {
  const env = { ...ground.env, WEB_PROCESSES: String(count) }
  const { url } = await startProduct({ ...ground, name: `processes-${count}`, env }, ['serve', '--web-only'])
  while (!(await (await fetch(`${url}/metrics`)).text()).includes(`lockstep_processes ${count}`)) await sleep(50)
  return url
}

async function measureReads(ways: Ways, skuId: string): Promise<Figure[]> {
  const paths = { 'orders list': '/api/orders', 'one SKU': `/api/inventory/${skuId}` }
  const figures: Figure[] = []
  for (const [what, path] of Object.entries(paths)) {
    const rates = await alternate(ways, ({ callers }) => callRate(callers, path, connections, seconds), windows, 1)
    figures.push(gain(`${what}, two web processes`, rates, leastGain))
  }
  return figures
}

/** A key has its limit of calls, so that each window is of other shops, one of each company. */
async function intake(ways: Ways, companies: Shop[][]): Promise<Rates> {
  let window = 0
  const measure = async ({ callers }: Web) => {
    const shops = companies.map((shops) => shops[window] as Shop)
    window += 1
    const messages = numbersOf(ordersPerWindow).map((number, place) => apiCallOf(inTurn(shops, place), orderOf(number)))
    return perSecond(ordersPerWindow, await timed(() => sendAll(callers, messages, connections, 201)))
  }
  return alternate(ways, measure, windows, 1)
}

let last = 0
const numbersOf = (count: number) => Array.from({ length: count }, () => (last += 1))
const inTurn = (shops: Shop[], place: number) => shops[place % shops.length] as Shop

/** Two lines each, of SKUs that both companies have. */
const orderOf = (number: number): ShopOrder => ({
  externalOrderId: String(number),
  lines: [1, 2].map((quantity) => ({
    sku: `BENCH-${String(1 + ((number * 7 + quantity) % 100)).padStart(7, '0')}`,
    quantity,
    unitPrice: '12.50',
  })),
})

/** What was delivered while nobody worked, by one worker and by two. */
async function drainInTurns(ground: BenchDatabase, owner: pg.Client, url: string, shops: Shop[]): Promise<Rates> {
  const callers = openCallers({ url }, connections)
  const measure = async (workers: number) => {
    const numbers = numbersOf(ordersToDrain)
    const webhooks = numbers.map((number, place) => webhookOf(inTurn(shops, place), orderOf(number)))
    await sendAll(callers, webhooks, connections, 202)
    return drainBy(ground, owner, workers)
  }
  const rates = await alternate({ one: 1, two: 2 }, measure, drains, 0)
  callers.close()
  return rates
}

/** From the first that is taken in: how long a worker takes to start is measured elsewhere. */
async function drainBy(ground: BenchDatabase, owner: pg.Client, workers: number): Promise<number> {
  const names = Array.from({ length: workers }, (_, place) => `processes-${workers}-${place}`)
  const running = names.map((name) => spawnProduct({ ...ground, name }, ['worker']))
  let left = await countWaiting(owner)
  while (left === (await countWaiting(owner))) await sleep(5)
  left = await countWaiting(owner)
  const took = await timed(async () => {
    while ((await countWaiting(owner)) > 0) await sleep(5)
  })
  await Promise.all(running.map(({ stop }) => stop()))
  return perSecond(left, took)
}

async function countWaiting(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ waiting: number }>(
    'select count(*)::int as waiting from webhook_events where not is_processed',
  )
  return rows[0]?.waiting ?? 0
}

const perSecond = (count: number, milliseconds: number) => (count * 1000) / milliseconds

const gain = (what: string, { one, two }: Rates, atLeast: number): Figure =>
  figureAgainst('one', median(one), { what, ours: median(two), unit: 'a second', atLeast })

async function anySku(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select s.id from skus s join users u on u.company_id = s.company_id
     where u.email = 'ops@lockstep.test' and s.sku = 'BENCH-0000042'`,
  )
  return rows[0]?.id ?? ''
}

async function openShops(url: string, headers: Record<string, string>, count: number): Promise<Shop[]> {
  const shops: Shop[] = []
  for (let place = 0; place < count; place += 1) {
    const reply = await fetch(`${url}/api/channels`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Processes ${place} of ${count}`, type: 'website', platform: 'standard' }),
    })
    if (!reply.ok) throw new Error(await reply.text())
    const made = (await reply.json()) as Omit<Shop, 'platform'>
    shops.push({ ...made, platform: 'standard' })
  }
  return shops
}
