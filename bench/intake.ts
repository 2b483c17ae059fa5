import { Agent, request, type RequestOptions } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { webhookOf, type Shop, type ShopRequest } from '#server/testing/shop-orders.ts'
import { openShop } from './amazon-shop.ts'
import { openBareOrders } from './limits/bare-orders.ts'
import { median, percentile, timed } from './measure.ts'
import { figure, figureAgainst, type Figure } from './report.ts'
import type { Stage } from './stage/stage.ts'

const rounds = 5
const ordersPerRound = 1_000
const skuCount = 50
/** So many senders, and so many connections of the bare peer. */
const connections = 10

/**
 * Orders from the first webhook to the last one taken in, against the same rows written by bare SQL, one transaction
 * each, in the same run.
 */
export async function benchIntake(stage: Stage): Promise<Figure[]> {
  const company = await openShop(stage, 'intake-bench')
  await stockUp(stage, company.companyId)
  const shop = await openChannel(stage, company.headers)
  const bare = await openBareOrders(stage, company.companyId, connections)
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  const answers: number[] = []
  let first = 1
  const take = async (count: number) => {
    const numbers = Array.from({ length: count }, (_, index) => first + index)
    first += count
    // Signing is the shop's work, not ours.
    const requests = numbers.map((number) => webhookOf(shop, orderOf(number)))
    const latencies: number[] = []
    const took = await timed(async () => {
      await sendAll(stage, requests, latencies)
      await untilTakenIn(stage, company.companyId)
    })
    return { numbers, took, latencies }
  }
  try {
    await bare.write((await take(200)).numbers)
    for (let round = 0; round < rounds; round += 1) {
      const { numbers, took, latencies } = await take(ordersPerRound)
      times.ours.push(took)
      answers.push(...latencies)
      times.bare.push(await bare.write(numbers))
    }
  } finally {
    await bare.close()
  }
  const perSecond = (milliseconds: number[]) => (ordersPerRound * 1000) / median(milliseconds)
  const [ours, peer] = [perSecond(times.ours), perSecond(times.bare)]
  return [
    figureAgainst(`bare SQL, ${connections} connections`, peer, {
      what: 'orders taken in, end to end',
      ours,
      unit: 'orders/s',
      atLeast: 0.5,
    }),
    figure({
      what: 'webhook answered 202, p99',
      ours: percentile(answers, 0.99),
      unit: 'ms',
      atMost: 250,
      note: `${answers.length} of them, p50 ${median(answers).toFixed(0)} ms, worst ${Math.max(...answers).toFixed(0)} ms`,
    }),
  ]
}

async function stockUp({ owner }: Stage, companyId: string): Promise<void> {
  await owner.query(
    `with made as (insert into products (company_id, id, title) values ($1, new_id(), 'Intake') returning id)
     insert into skus (company_id, id, product_id, sku, price)
     select $1, new_id(), made.id, 'INTAKE-' || n, 10 from made, generate_series(0, ${skuCount - 1}) n`,
    [companyId],
  )
  await owner.query(
    `update stock_levels set qty_available = 1000000, source = 'amazon', read_at = now() where company_id = $1`,
    [companyId],
  )
}

async function openChannel({ url }: Stage, headers: Record<string, string>): Promise<Shop> {
  const reply = await fetch(`${url}/api/channels`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Intake', type: 'website', platform: 'standard' }),
  })
  if (!reply.ok) throw new Error(await reply.text())
  const made = (await reply.json()) as { id: string; apiKey: string; webhookSecret: string }
  return { ...made, platform: 'standard' }
}

/** Two lines each, of SKUs in turn. */
const orderOf = (number: number) => ({
  externalOrderId: String(number),
  lines: [1, 2].map((quantity) => ({
    sku: `INTAKE-${(number * 7 + quantity) % skuCount}`,
    quantity,
    unitPrice: '12.50',
  })),
})

async function sendAll({ url }: Stage, requests: readonly ShopRequest[], latencies: number[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let next = 0
  const send = async () => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const { path, headers, body } = request
      latencies.push(
        await timed(async () => {
          const status = await post(`${url}${path}`, { agent, headers, method: 'POST' }, body)
          if (status !== 202) throw new Error(`A webhook was answered ${status}`)
        }),
      )
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  agent.destroy()
}

/** As lightly as can be: what sends shares the machine with what is measured. */
const post = (url: string, options: RequestOptions, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, options, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0))
    })
      .once('error', reject)
      .end(body)
  })

async function untilTakenIn({ owner }: Stage, companyId: string): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ waiting: number }>(
      'select count(*)::int as waiting from webhook_events where company_id = $1 and not is_processed',
      [companyId],
    )
    if (rows[0]?.waiting === 0) return
    await sleep(10)
  }
}
