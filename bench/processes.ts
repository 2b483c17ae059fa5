import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '#local/free-port.ts'
import { apiCallOf, webhookOf, type Shop, type ShopOrder } from '#server/testing/shop-webhooks.ts'
import { callRate, createCallers, type Callers } from './harness/clients.ts'
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
const ordersToIngest = 2_000
const ingestRounds = 3
/** Windows at most, including disturbed ones and those for warming up. */
const maxWindows = 2 * (2 * windows + 1)
/** On two cores the callers and PostgreSQL use what a second process could: it must at least not cost much. */
const minGain = 0.9
/** Concurrent requests of a process are ingested together (`coalesceCalls` in platform/concurrency.ts): two processes get half as many each. */
const minGainOfIntake = 0.6

type Web = { callers: Callers; url: string }
type Ways = Record<'one' | 'two', Web>
type Rates = Record<'one' | 'two', number[]>

/** One web process against two on one port, and one worker against two, on one database; the callers share the machine. */
export async function benchProcesses({ services }: BenchEnvironments): Promise<Figure[]> {
  const database = await prepareDatabase(services, 'small', 'processes')
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    const secondPort = String(await findFreePort())
    // The sign-in provider knows the first address only; the session is valid at both.
    const [one, two] = [await startWeb(database, 1), await startWeb(atPort(database, secondPort), 2)]
    const largeHeaders = await signInAt(one, 'ops@lockstep.test')
    const neighbourHeaders = await signInAt(one, 'neighbour@lockstep.test')
    const open = (url: string) => ({ url, callers: createCallers({ url, headers: largeHeaders }, connections) })
    const ways: Ways = { one: open(one), two: open(two) }
    const figures = await measureReads(ways, await anySku(owner))
    const openFor = (company: Record<string, string>) => openShops(one, company, maxWindows)
    const [shops, neighbours] = [await openFor(largeHeaders), await openFor(neighbourHeaders)]
    figures.push(
      gainFigure('orders by key, two web processes', await intake(ways, [shops, neighbours]), minGainOfIntake),
    )
    for (const { callers } of Object.values(ways)) callers.close()
    const ingestShops = [...shops.slice(0, 2), ...neighbours.slice(0, 2)]
    figures.push(
      gainFigure('orders ingested, two workers', await measureWorkers(database, owner, one, ingestShops), minGain),
    )
    return figures
  } finally {
    await owner.end()
    await database.stop()
  }
}

const atPort = (database: BenchDatabase, port: string): BenchDatabase => ({
  ...database,
  env: { ...database.env, PORT: port, PUBLIC_URL: `http://localhost:${port}` },
})

/** Returns its URL once all processes are up: a connection stays with the process that accepted it. */
async function startWeb(database: BenchDatabase, count: number): Promise<string> {
  const env = { ...database.env, WEB_PROCESSES: String(count) }
  const { url } = await startProduct({ ...database, name: `processes-${count}`, env }, ['serve', '--web-only'])
  while (!(await (await fetch(`${url}/metrics`)).text()).includes(`lockstep_processes ${count}`)) await sleep(50)
  return url
}

async function measureReads(ways: Ways, skuId: string): Promise<Figure[]> {
  const paths = { 'orders list': '/api/orders', 'one SKU': `/api/inventory/${skuId}` }
  const figures: Figure[] = []
  for (const [what, path] of Object.entries(paths)) {
    const rates = await alternate(ways, ({ callers }) => callRate(callers, path, connections, seconds), windows, 1)
    figures.push(gainFigure(`${what}, two web processes`, rates, minGain))
  }
  return figures
}

/** Another channel of each company for each window, to stay below the rate limit of an API key. */
async function intake(ways: Ways, companies: Shop[][]): Promise<Rates> {
  let window = 0
  const measure = async ({ callers }: Web) => {
    const shops = companies.map((shops) => shops[window] as Shop)
    window += 1
    const messages = numbersOf(ordersPerWindow).map((number, place) => apiCallOf(shopAt(shops, place), orderOf(number)))
    return perSecond(ordersPerWindow, await timed(() => sendAll(callers, messages, connections, 201)))
  }
  return alternate(ways, measure, windows, 1)
}

let last = 0
const numbersOf = (count: number) => Array.from({ length: count }, () => (last += 1))
const shopAt = (shops: Shop[], place: number) => shops[place % shops.length] as Shop

/** An order of two lines, with SKUs that both companies have. */
const orderOf = (number: number): ShopOrder => ({
  externalOrderId: String(number),
  lines: [1, 2].map((quantity) => ({
    sku: `BENCH-${String(1 + ((number * 7 + quantity) % 100)).padStart(7, '0')}`,
    quantity,
    unitPrice: '12.50',
  })),
})

/** Ingests a backlog of webhooks with one worker and with two. */
async function measureWorkers(database: BenchDatabase, owner: pg.Client, url: string, shops: Shop[]): Promise<Rates> {
  const callers = createCallers({ url }, connections)
  const measure = async (workers: number) => {
    const numbers = numbersOf(ordersToIngest)
    const webhooks = numbers.map((number, place) => webhookOf(shopAt(shops, place), orderOf(number)))
    await sendAll(callers, webhooks, connections, 202)
    return ingestWith(database, owner, workers)
  }
  const rates = await alternate({ one: 1, two: 2 }, measure, ingestRounds, 0)
  callers.close()
  return rates
}

/** Orders per second from the first ingested one on, so that the start of the worker does not count. */
async function ingestWith(database: BenchDatabase, owner: pg.Client, workers: number): Promise<number> {
  const names = Array.from({ length: workers }, (_, place) => `processes-${workers}-${place}`)
  const running = names.map((name) => spawnProduct({ ...database, name }, ['worker']))
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

const gainFigure = (what: string, { one, two }: Rates, atLeast: number): Figure =>
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
