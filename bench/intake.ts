import { apiCallOf, webhookOf, type Shop } from '#server/testing/shop-webhooks.ts'
import { createCompany } from './amazon-shop.ts'
import { createCallers } from './harness/clients.ts'
import {
  openChannel,
  orderOf,
  sendAll,
  stockUp,
  switchOffCustomerEmails,
  thinOrderOf,
  untilIngested,
} from './intake-shop.ts'
import { createBareOrderWriter } from './baselines/bare-orders.ts'
import { median, percentile, timed } from './harness/measure.ts'
import { figure, figureAgainst, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const rounds = 5
const ordersPerRound = 1_000
const warmUp = 200
/** Number of concurrent senders, and of connections of the bare-SQL baseline. */
const connections = 10

/** Milliseconds of each variant, per round. */
type Times = Record<'answered' | 'ingested' | 'api' | 'thin' | 'bare', number[]>

/**
 * Orders by webhook (verified, stored, ingested after the response) and by the public API (ingested before it), against the thin
 * server, which writes only an order and its lines, and against the same rows written by bare SQL.
 */
export async function benchIntake(environment: BenchEnvironment): Promise<Figure[]> {
  const times: Times = { answered: [], ingested: [], api: [], thin: [], bare: [] }
  const answers: number[] = []
  const intake = await prepareIntake(environment)
  try {
    await intake.round(0, warmUp)
    for (let round = 1; round <= rounds; round += 1) {
      const { latencies, ...took } = await intake.round(round, ordersPerRound)
      answers.push(...latencies)
      for (const way of Object.keys(times) as (keyof Times)[]) times[way].push(took[way])
    }
  } finally {
    await intake.close()
  }
  return figuresOf(times, answers)
}

async function prepareIntake(environment: BenchEnvironment) {
  const { companyId, headers } = await createCompany(environment, 'intake-bench')
  const thinCompany = await createCompany(environment, 'thin-intake-bench')
  await switchOffCustomerEmails(environment, companyId)
  await stockUp(environment, companyId)
  await stockUp(environment, thinCompany.companyId)
  // Another channel for each round, to stay below the rate limit of an API key.
  const shops: Shop[] = []
  for (let round = 0; round <= rounds; round += 1) shops.push(await openChannel(environment, headers, `round ${round}`))
  const bare = await createBareOrderWriter(environment, companyId, connections)
  const [ours, thin] = [
    createCallers(environment, connections),
    createCallers(await environment.startThin(thinCompany.companyId), connections),
  ]
  let last = 0
  const numbersOf = (count: number) => Array.from({ length: count }, () => (last += 1))
  return {
    async round(round: number, count: number) {
      const shop = shops[round]
      if (!shop) throw new Error('There are no more shops')
      const numbers = numbersOf(count)
      // Signed before the measurement: that is the work of the shop.
      const webhooks = numbers.map((number) => webhookOf(shop, orderOf(number)))
      const apiCalls = numbersOf(count).map((number) => apiCallOf(shop, orderOf(number)))
      let latencies: number[] = []
      let answered = 0
      const ingested = await timed(async () => {
        answered = await timed(async () => (latencies = await sendAll(ours, webhooks, connections, 202)))
        await untilIngested(environment, companyId)
      })
      const written = await timed(() => sendAll(thin, numbers.map(thinOrderOf), connections, 201))
      const api = await timed(() => sendAll(ours, apiCalls, connections, 201))
      return { latencies, answered, ingested, thin: written, api, bare: await bare.write(numbers) }
    },
    async close() {
      ours.close()
      thin.close()
      await bare.close()
    },
  }
}

function figuresOf(times: Times, answers: number[]): Figure[] {
  const rate = (way: keyof Times) => (ordersPerRound * 1000) / median(times[way])
  const against = (what: string, way: keyof Times, limit: 'thin' | 'bare', atLeast: number) =>
    figureAgainst(limit === 'thin' ? 'thin server' : `bare SQL, ${connections} connections`, rate(limit), {
      what,
      ours: rate(way),
      unit: 'orders/s',
      atLeast,
    })
  return [
    against('webhooks signed, stored, answered', 'answered', 'thin', 0.4),
    against('webhooks until all are ingested', 'ingested', 'thin', 0.4),
    against('orders by the public API', 'api', 'thin', 0.4),
    against('webhooks until all are ingested', 'ingested', 'bare', 0.5),
    figure({
      what: 'webhook answered 202, p99',
      ours: percentile(answers, 0.99),
      unit: 'ms',
      atMost: 250,
      note: `${answers.length} of them, p50 ${median(answers).toFixed(0)} ms, worst ${Math.max(...answers).toFixed(0)} ms`,
    }),
  ]
}
