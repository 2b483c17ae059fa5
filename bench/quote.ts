import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { QuoteReply } from '#contract/carts.ts'
import { createCompany } from './amazon-shop.ts'
import { percentile, race } from './harness/measure.ts'
import { figure, figureAgainst, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

/** A server that has just started is slower until V8 has optimized its code. */
const warmUpRounds = 800
const rounds = 2_000
/** Several, to stay below the rate limit of an API key. */
const websites = 7
const promotionCount = 1_000
const lineCount = 50
/** A multiple of the websites, so that each cart stays with one website. */
const carts = 30 * websites
const maxMs = 10
/** A reservation locks, writes and waits for the disk. */
const maxMsToReserve = 20

/** Pricing a cart among a thousand promotions, and the same with a reservation of its codes. */
export async function benchQuote(environment: BenchEnvironment): Promise<Figure[]> {
  const { companyId, headers } = await createCompany(environment, 'quote-bench')
  const another = await createChannel(environment, headers, 'Others')
  const channels = []
  for (let n = 1; n <= websites; n += 1) channels.push(await createChannel(environment, headers, `Quotes ${n}`))
  const ids = channels.map(({ id }) => id)
  await seedPromotions(environment, companyId, ids, another.id)
  const website = createWebsiteClient(
    environment,
    channels.map(({ apiKey }) => apiKey),
  )
  let cart = 0
  const quote = async (more: object) => {
    const reply = JSON.parse(
      await website.call('POST', '/api/v1/promotions/quote', { ...aCart, ...more }),
    ) as QuoteReply
    if (reply.discount === '0.00' || reply.items.length !== lineCount) throw new Error('The cart was not priced')
    return reply
  }
  const reserve = async () => {
    const { reservedUntil } = await quote({ cartReference: `cart-${(cart += 1) % carts}`, reserveMinutes: 15 })
    if (!reservedUntil) throw new Error('Nothing was reserved')
  }
  const empty = () => website.call('GET', '/api/v1/inventory?sku=NOBODYS')
  await race({ empty, quote: () => quote({}), reserve }, warmUpRounds)
  // Separately, since writes of one would delay reads of the other.
  const reading = await race({ empty, quote: () => quote({}) }, rounds)
  const writing = await race({ empty, reserve }, rounds)
  website.close()
  return [
    ...figuresOf('quote of 50 lines among 1,000 promotions', reading.quote, reading.empty, maxMs),
    ...figuresOf('the same with a reservation', writing.reserve, writing.empty, maxMsToReserve),
  ]
}

function figuresOf(what: string, ours: readonly number[], empty: readonly number[], atMost: number): Figure[] {
  const [p50, p99] = [percentile(ours, 0.5), percentile(ours, 0.99)]
  const [call, slowCall] = [percentile(empty, 0.5), percentile(empty, 0.99)]
  return [
    figure({
      what: `${what}, p99`,
      ours: p99,
      unit: 'ms',
      atMost,
      note: `${ours.length} answers, p50 ${p50.toFixed(1)} ms; an empty call by key, p99 ${slowCall.toFixed(1)} ms`,
    }),
    figureAgainst('an empty call by key', call, { what: `${what}, p50`, ours: p50, unit: 'ms', atMost: 5 }),
  ]
}

const aCart = {
  items: Array.from({ length: lineCount }, (_, n) => ({
    sku: `SKU-${n}`,
    quantity: 1 + (n % 3),
    unitPrice: `${5 + n}.49`,
  })),
  promotionCodes: ['code-2', 'CODE-4', 'Code-6', 'CODE-8', 'NOBODYS'],
}

/**
 * Half with a code and half without. Of each half, some are limited, for one channel, only from a minimum on, stackable,
 * an amount in place of a percentage.
 */
async function seedPromotions(
  { owner }: BenchEnvironment,
  companyId: string,
  here: readonly string[],
  elsewhere: string,
) {
  await owner.query(
    `insert into promotions (company_id, id, title, code, type, value, min_subtotal, max_redemptions, channel_ids,
       is_stackable, starts_at, ends_at)
     select $1, new_id(), 'Promotion ' || n, case when n % 2 = 0 then 'CODE-' || n end,
       case when n % 3 = 0 then 'flat' else 'percent' end, 1 + n % case when n % 2 = 0 then 20 else 3 end, case when n % 7 = 0 then n end,
       case when n % 4 = 0 then 100000 end, case when n % 5 = 0 then $2::uuid[] when n % 11 = 0 then array[$3::uuid] else '{}' end,
       n % 2 = 0 or n % 50 = 1, now() - interval '1 day', now() + interval '30 days'
     from generate_series(1, ${promotionCount}) n`,
    [companyId, here, elsewhere],
  )
  await owner.query('vacuum analyze promotions')
}

async function createChannel({ url }: BenchEnvironment, headers: Record<string, string>, name: string) {
  const reply = await fetch(`${url}/api/channels`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name, type: 'website' }),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return (await reply.json()) as { id: string; apiKey: string }
}

/** One keep-alive connection, as of a website's server. Uses the API keys in rotation. */
function createWebsiteClient({ url }: BenchEnvironment, apiKeys: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let calls = 0
  const call = (method: string, path: string, body?: object): Promise<string> =>
    new Promise((resolve, reject) => {
      const apiKey = apiKeys[(calls += 1) % apiKeys.length]
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
      request(`${url}${path}`, { agent, headers, method }, (reply) => {
        const answer = text(reply)
        if (reply.statusCode === 200) answer.then(resolve, reject)
        else answer.then((problem) => reject(new Error(problem)), reject)
      })
        .once('error', reject)
        .end(body && JSON.stringify(body))
    })
  return { call, close: () => agent.destroy() }
}
