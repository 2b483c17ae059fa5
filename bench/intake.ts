import { apiCallOf, webhookOf, type Shop } from '#server/testing/shop-webhooks.ts'
import { openShop } from './amazon-shop.ts'
import { openCallers } from './harness/clients.ts'
import { openChannel, orderOf, sendAll, stockUp, thinOrderOf, untilIngested } from './intake-shop.ts'
import { openBareOrders } from './baselines/bare-orders.ts'
import { median, percentile, timed } from './harness/measure.ts'
import { figure, figureAgainst, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const rounds = 5
const ordersPerRound = 1_000
const warmUp = 200
/** So many senders, and so many connections of the bare peer. */
const connections = 10

/** How long it takes in each way, per round. */
type Times = Record<'answered' | 'takenIn' | 'api' | 'thin' | 'bare', number[]>

/**
 * Orders by webhook (signed, kept, taken in behind the answer) and by the public API (taken in before it), against the
 * thin server, which writes an order and its lines and nothing else, and against our own rows written by bare SQL.
 */
export async function benchIntake(stage: BenchEnvironment): Promise<Figure[]> {
  const times: Times = { answered: [], takenIn: [], api: [], thin: [], bare: [] }
  const answers: number[] = []
  const intake = await openIntake(stage)
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

async function openIntake(stage: BenchEnvironment) {
  const { companyId, headers } = await openShop(stage, 'intake-bench')
  const simple = await openShop(stage, 'thin-intake-bench')
  await stockUp(stage, companyId)
  await stockUp(stage, simple.companyId)
  // A key has its limit of calls, so that each round is another shop's.
  const shops: Shop[] = []
  for (let round = 0; round <= rounds; round += 1) shops.push(await openChannel(stage, headers, `round ${round}`))
  const bare = await openBareOrders(stage, companyId, connections)
  const [ours, thin] = [
    openCallers(stage, connections),
    openCallers(await stage.startThin(simple.companyId), connections),
  ]
  let last = 0
  const numbersOf = (count: number) => Array.from({ length: count }, () => (last += 1))
  return {
    async round(round: number, count: number) {
      const shop = shops[round]
      if (!shop) throw new Error('There are no more shops')
      const numbers = numbersOf(count)
      // Signing is the shop's work, not ours.
      const webhooks = numbers.map((number) => webhookOf(shop, orderOf(number)))
      const apiCalls = numbersOf(count).map((number) => apiCallOf(shop, orderOf(number)))
      let latencies: number[] = []
      let answered = 0
      const takenIn = await timed(async () => {
        answered = await timed(async () => (latencies = await sendAll(ours, webhooks, connections, 202)))
        await untilIngested(stage, companyId)
      })
      const written = await timed(() => sendAll(thin, numbers.map(thinOrderOf), connections, 201))
      const api = await timed(() => sendAll(ours, apiCalls, connections, 201))
      return { latencies, answered, takenIn, thin: written, api, bare: await bare.write(numbers) }
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
    against('webhooks signed, kept, answered', 'answered', 'thin', 0.4),
    against('webhooks until all are taken in', 'takenIn', 'thin', 0.4),
    against('orders by the public API', 'api', 'thin', 0.4),
    against('webhooks until all are taken in', 'takenIn', 'bare', 0.5),
    figure({
      what: 'webhook answered 202, p99',
      ours: percentile(answers, 0.99),
      unit: 'ms',
      atMost: 250,
      note: `${answers.length} of them, p50 ${median(answers).toFixed(0)} ms, worst ${Math.max(...answers).toFixed(0)} ms`,
    }),
  ]
}
