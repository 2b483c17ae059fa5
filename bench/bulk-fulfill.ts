import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderBatch } from '#contract/order-batches.ts'
import { apiCallOf, type Shop as Channel } from '#server/testing/shop-webhooks.ts'
import { connectSeller, openShop, setLimits, stockSeller, watchRun, type Shop } from './amazon-shop.ts'
import { watchColleague, type Noticed } from './sheet.ts'
import { median, percentile } from './harness/measure.ts'
import { figure, figureAgainst, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const sellerId = 'ABENCHBULK'
const sku = 'BULK-LAMP'
const batchSize = 500
/** Orders that a colleague sends one by one, before the batch and beside it. */
const singles = { before: 10, beside: 30 }
/** Of createFulfillmentOrder, in calls a second and in calls at once. */
const pace = { rate: 2, burst: 30 }

/** Five hundred orders sent at once at Amazon's own pace, and what a colleague notices of it. */
export async function benchBulkFulfill(stage: BenchEnvironment): Promise<Figure[]> {
  const shop = await openShop(stage, 'bulk-bench')
  await setLimits(stage, 'off')
  stockSeller(stage, sellerId, [{ sku, title: 'Lamp', fulfillable: 100_000 }])
  await connectSeller(stage, shop, sellerId)
  await watchRun(stage, shop, 1)
  const sold = await sell(stage, shop, batchSize + singles.before + singles.beside)
  const [alone, beside, many] = [
    sold.slice(0, singles.before),
    sold.slice(singles.before, -batchSize),
    sold.slice(-batchSize),
  ]
  const colleague = await hire(stage, shop)
  await setLimits(stage, 'amazon')
  const undisturbed = await watchColleague(stage, colleague, alone, () => false)
  stage.amazon.stats.reset()
  let batch: Followed | undefined
  const following = sendAll(stage, shop, many).then((followed) => (batch = followed))
  const disturbed = await watchColleague(stage, colleague, beside, () => batch !== undefined)
  const figures = [...figuresOf(stage, await following), ...noticedFigures(undisturbed, disturbed)]
  await setLimits(stage, 'off')
  return figures
}

type Headers = Record<string, string>

/** Somebody else of the same company. */
async function hire({ owner, signIn }: BenchEnvironment, { companyId }: Shop): Promise<Headers> {
  const email = 'bulk-colleague@lockstep.test'
  await owner.query(
    `insert into users (id, email, role, company_id, first_name) values (new_id(), $2, 'ops', $1, 'Cleo')`,
    [companyId, email],
  )
  return signIn(email)
}

/** Orders for one lamp each; answers their ids. */
async function sell({ url }: BenchEnvironment, { headers }: Shop, count: number): Promise<string[]> {
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

type Followed = { batch: OrderBatch; seconds: number; steps: number }

/** Follows the batch to its end; `steps` is how many different figures its progress showed. */
async function sendAll({ url }: BenchEnvironment, { headers }: Shop, orderIds: string[]): Promise<Followed> {
  const begun = performance.now()
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
    if (batch.finishedAt) return { batch, seconds: (performance.now() - begun) / 1000, steps: seen.size }
    await sleep(500)
  }
}

function figuresOf({ amazon }: BenchEnvironment, { batch, seconds, steps }: Followed): Figure[] {
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
    figureAgainst('Amazon’s pace', pace.rate, {
      what: '500 orders at once, beyond the first burst',
      ours: (sent - pace.burst) / seconds,
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

function noticedFigures(alone: Noticed, beside: Noticed): Figure[] {
  const inWords = (times: readonly number[]) =>
    `p50 ${median(times).toFixed(0)}, p99 ${percentile(times, 0.99).toFixed(0)} ms`
  const noticed = (what: string, name: keyof Noticed, atMost: number): Figure =>
    figure({
      what: `beside 500 orders: ${what}, p99`,
      ours: percentile(beside[name], 0.99),
      unit: 'ms',
      atMost,
      note: `beside: ${inWords(beside[name])}; without: ${inWords(alone[name])}`,
    })
  return [
    noticed('a colleague’s list of orders', 'lists', 250),
    noticed('a colleague presses Fulfill', 'presses', 250),
    noticed('Amazon has the colleague’s order', 'acceptances', 10_000),
  ]
}
