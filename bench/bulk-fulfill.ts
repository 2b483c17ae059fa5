import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderBatch } from '#contract/order-batches.ts'
import { apiCallOf, type Shop as Channel } from '#server/testing/shop-webhooks.ts'
import { connectSeller, createCompany, setLimits, stockSeller, watchRun, type BenchCompany } from './amazon-shop.ts'
import { median, percentile, timed } from './harness/measure.ts'
import { figure, figureAgainst, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const sellerId = 'ABENCHBULK'
const sku = 'BULK-LAMP'
const batchSize = 500
/** Orders that a colleague sends one by one, before the batch and during it. */
const singles = { before: 10, beside: 30 }
/** Amazon's rate limit of createFulfillmentOrder: calls per second and burst. */
const rateLimit = { rate: 2, burst: 30 }

/** A batch of 500 orders at Amazon's rate limit, and how much it delays a colleague. */
export async function benchBulkFulfill(environment: BenchEnvironment): Promise<Figure[]> {
  const company = await createCompany(environment, 'bulk-bench')
  await setLimits(environment, 'off')
  stockSeller(environment, sellerId, [{ sku, title: 'Lamp', fulfillable: 100_000 }])
  await connectSeller(environment, company, sellerId)
  await watchRun(environment, company, 1)
  const sold = await sell(environment, company, batchSize + singles.before + singles.beside)
  const [alone, beside, many] = [
    sold.slice(0, singles.before),
    sold.slice(singles.before, -batchSize),
    sold.slice(-batchSize),
  ]
  const colleague = await addColleague(environment, company)
  await setLimits(environment, 'amazon')
  const undisturbed = await watchColleague(environment, colleague, alone, () => false)
  environment.amazon.stats.reset()
  let batch: FinishedBatch | undefined
  const running = sendAll(environment, company, many).then((finished) => (batch = finished))
  const disturbed = await watchColleague(environment, colleague, beside, () => batch !== undefined)
  const figures = [...figuresOf(environment, await running), ...colleagueFigures(undisturbed, disturbed)]
  await setLimits(environment, 'off')
  return figures
}

type Headers = Record<string, string>

/** Adds a second user to the company. */
async function addColleague({ owner, signIn }: BenchEnvironment, { companyId }: BenchCompany): Promise<Headers> {
  const email = 'bulk-colleague@lockstep.test'
  await owner.query(
    `insert into users (id, email, role, company_id, first_name) values (new_id(), $2, 'ops', $1, 'Cleo')`,
    [companyId, email],
  )
  return signIn(email)
}

/** Places orders for one lamp each; returns their ids. */
async function sell({ url }: BenchEnvironment, { headers }: BenchCompany, count: number): Promise<string[]> {
  const made = await fetch(`${url}/api/channels`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bulk', type: 'website', platform: 'standard' }),
  })
  const channel = { ...((await made.json()) as Omit<Channel, 'platform'>), platform: 'standard' as const }
  const orderIds: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const line = { sku, quantity: 1, unitPrice: '12.50' }
    const { path, ...call } = apiCallOf(channel, { externalOrderId: String(number), lines: [line] })
    const reply = await fetch(`${url}${path}`, { method: 'POST', ...call })
    if (!reply.ok) throw new Error(`An order was answered ${reply.status}: ${await reply.text()}`)
    orderIds.push(((await reply.json()) as { id: string }).id)
  }
  return orderIds
}

type FinishedBatch = { batch: OrderBatch; seconds: number; steps: number }

/** Starts the batch and polls it to its end; `steps` counts the distinct figures of its progress. */
async function sendAll(
  { url }: BenchEnvironment,
  { headers }: BenchCompany,
  orderIds: string[],
): Promise<FinishedBatch> {
  const startedAt = performance.now()
  const reply = await fetch(`${url}/api/order-batches`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'fulfill', orderIds }),
  })
  if (!reply.ok) throw new Error(await reply.text())
  const { id } = (await reply.json()) as OrderBatch
  const seen = new Set<number>()
  for (;;) {
    const batch = (await (await fetch(`${url}/api/order-batches/${id}`, { headers })).json()) as OrderBatch
    seen.add(batch.counts.done)
    if (batch.finishedAt) return { batch, seconds: (performance.now() - startedAt) / 1000, steps: seen.size }
    await sleep(500)
  }
}

function figuresOf({ amazon }: BenchEnvironment, { batch, seconds, steps }: FinishedBatch): Figure[] {
  const stats = amazon.stats.read()
  const sent = stats['createFulfillmentOrder']?.requests ?? 0
  const violations = Object.values(stats).reduce((sum, usage) => sum + usage.violations, 0)
  const calls = Object.entries(stats).map(([operation, { requests }]) => `${requests} ${operation}`)
  return [
    figure({
      what: '500 orders at once, sent with a result each',
      ours: batch.results.filter(({ outcome, message }) => outcome === 'done' && message === null).length,
      unit: 'orders',
      atLeast: batchSize,
      note: `${steps} different figures of progress in ${seconds.toFixed(0)} s`,
    }),
    figureAgainst('Amazon’s pace', rateLimit.rate, {
      what: '500 orders at once, beyond the first burst',
      ours: (sent - rateLimit.burst) / seconds,
      unit: 'orders/s',
      atLeast: 0.85,
      note: `${sent} sent`,
    }),
    figure({
      what: '500 orders at once, calls beyond Amazon’s limits',
      ours: violations,
      unit: 'calls',
      atMost: 0,
      note: calls.join(', '),
    }),
  ]
}

function colleagueFigures(alone: ColleagueTimes, beside: ColleagueTimes): Figure[] {
  const describeTimes = (times: readonly number[]) =>
    `p50 ${median(times).toFixed(0)}, p99 ${percentile(times, 0.99).toFixed(0)} ms`
  const toFigure = (what: string, name: keyof ColleagueTimes, atMost: number): Figure =>
    figure({
      what: `beside 500 orders: ${what}, p99`,
      ours: percentile(beside[name], 0.99),
      unit: 'ms',
      atMost,
      note: `beside: ${describeTimes(beside[name])}; without: ${describeTimes(alone[name])}`,
    })
  return [
    toFigure('a colleague’s list of orders', 'lists', 250),
    toFigure('a colleague presses Fulfill', 'presses', 250),
    toFigure('Amazon has the colleague’s order', 'acceptances', 10_000),
  ]
}

/** Waiting times of a colleague in milliseconds: for lists, for the response to Fulfill, and until Amazon had the order. */
type ColleagueTimes = { lists: number[]; presses: number[]; acceptances: number[] }

const pollMs = 250

/** Pause before the next order. */
const restMs = 1_000

/** A user who reloads the list and sends orders one by one, until none are left or `isEnd`. */
async function watchColleague(
  { url }: BenchEnvironment,
  headers: Record<string, string>,
  orderIds: readonly string[],
  isEnd: () => boolean,
): Promise<ColleagueTimes> {
  const times: ColleagueTimes = { lists: [], presses: [], acceptances: [] }
  const readList = async () => {
    times.lists.push(await timed(() => read(`${url}/api/orders?limit=50`, headers)))
    await sleep(pollMs)
  }
  const isSent = async (orderId: string) => {
    const { status } = (await read(`${url}/api/orders/${orderId}`, headers)) as { status: string }
    return status === 'sent_to_fulfillment'
  }
  for (const orderId of orderIds) {
    if (isEnd()) break
    const startedAt = performance.now()
    times.presses.push(await timed(() => press(`${url}/api/orders/${orderId}/fulfill`, headers)))
    while (!(await isSent(orderId))) await readList()
    times.acceptances.push(performance.now() - startedAt)
    for (const until = performance.now() + restMs; performance.now() < until;) await readList()
  }
  return times
}

async function read(url: string, headers: Record<string, string>): Promise<unknown> {
  const reply = await fetch(url, { headers })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

async function press(url: string, headers: Record<string, string>): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
}
