import { encodeCursor } from '#server/platform/paging.ts'
import { createCallers, type Callers } from './harness/clients.ts'
import { rareName } from './data/orders.ts'
import { percentile, race } from './harness/measure.ts'
import { figure, figureAgainst, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const limit = 2
const maxMs = 20
const warmUpCalls = 1_000

/** The list fields of the 51 orders that `page` selects. */
const rowsOf = (page: string) => `
  select o.id, o.order_number, o.external_order_id, o.customer_name, o.status, o.channel_id, c.type, c.name, o.total, o.currency,
    o.placed_at, o.held_at, o.partial_reason, o.shipped_at, o.delivered_at, o.review_requested_at,
    (select sum(i.quantity) from order_items i where i.company_id = o.company_id and i.order_id = o.id),
    exists (select from attention_items a where a.company_id = o.company_id and a.order_id = o.id and a.resolved_at is null),
    (select count(*) from fulfillments f where f.company_id = o.company_id and f.order_id = o.id
      and (f.status = 'pending' or f.cancel_requested_at is not null)),
    exists (select from customers b where b.company_id = o.company_id and b.id = o.customer_id and b.email is not null)
  from (${page}) o left join channels c on c.company_id = o.company_id and c.id = o.channel_id
  order by o.placed_at desc, o.id desc`

const newest = (where: string) =>
  rowsOf(`select * from orders o where o.company_id = $1 and ${where} order by o.placed_at desc, o.id desc limit 51`)
const total = (where: string) => `select count(*) from orders o where o.company_id = $1 and ${where}`

type Case = { what: string; query: string; sql: string[]; rounds?: number }

const filtered = (what: string, query: string, where: string): Case => ({
  what: `orders, ${what}`,
  query,
  sql: [newest(where), total(where)],
})

/** A common text matches among the newest orders; any other has to be searched for first. */
function searched(what: string, text: string, isCommon = false): Case {
  const where = `(o.external_order_id ilike '%${text}%' or o.customer_name ilike '%${text}%')`
  const found = `
    with found as materialized (select * from orders o where o.company_id = $1 and ${where})
    select page.*, (select count(*) from found) from (
      ${rowsOf('select * from found o order by o.placed_at desc, o.id desc limit 51')}
    ) page`
  return {
    what: `orders, searched: ${what}`,
    query: `search=${encodeURIComponent(text)}`,
    sql: isCommon ? [newest(where), total(where)] : [found],
    ...(isCommon ? { rounds: 20 } : {}),
  }
}

/** Order lists over HTTP against the same rows and totals by prepared statements of the tables' owner (no row-level security). */
export async function benchOrders(environment: BenchEnvironment): Promise<Figure[]> {
  const cases = await casesOf(environment)
  const callers = createCallers(environment, 1)
  await warmUp(callers, cases)
  const figures: Figure[] = []
  for (const listCase of cases) figures.push(...(await measureCase(environment, callers, listCase)))
  figures.push(await measureWithin(callers, 'badge of waiting orders', '/api/orders/waiting'))
  for (const query of ['', '&status=delivered', '&flag=attention']) {
    figures.push(
      await measureWithin(callers, `orders counted${query && `, ${query.slice(1)}`}`, `/api/orders?limit=1${query}`),
    )
  }
  callers.close()
  return figures
}

/** A server that has just started is slower until V8 has optimized its code. */
async function warmUp(callers: Callers, cases: readonly Case[]): Promise<void> {
  const quick = cases.filter(({ query }) => !query.includes('search='))
  for (let call = 0; call < warmUpCalls; call += 1) {
    await callers.get(`/api/orders?${quick[call % quick.length]?.query}`)
  }
}

async function casesOf({ owner, companyId }: BenchEnvironment): Promise<Case[]> {
  const { rows: shops } = await owner.query<{ id: string }>(
    `select id from channels where company_id = $1 and slug = 'bench-2'`,
    [companyId],
  )
  const shop = shops[0]?.id ?? ''
  const { rows: middle } = await owner.query<{ id: string; at: string; key: number }>(
    `select id, placed_at::text as at, (extract(epoch from placed_at) * 1000000)::float8 as key from orders
     where company_id = $1 order by placed_at desc, id desc offset 500000 limit 1`,
    [companyId],
  )
  const { id = '', at = '', key = 0 } = middle[0] ?? {}
  return [
    filtered('first page', '', 'true'),
    {
      what: 'orders, page after 500,000',
      query: `cursor=${encodeCursor([key, id])}`,
      sql: [newest(`(o.placed_at, o.id) < ('${at}', '${id}')`), total('true')],
    },
    filtered('placed', 'status=placed', `o.status = 'placed'`),
    filtered('delivered', 'status=delivered', `o.status = 'delivered'`),
    filtered('of one channel', `channelId=${shop}`, `o.channel_id = '${shop}'`),
    filtered(
      'of one channel, cancelled',
      `channelId=${shop}&status=cancelled`,
      `o.channel_id = '${shop}' and o.status = 'cancelled'`,
    ),
    filtered('held', 'flag=held', 'o.held_at is not null'),
    filtered('sent in part', 'flag=partial', 'o.partial_reason is not null'),
    filtered(
      'needing attention',
      'flag=attention',
      'o.id in (select a.order_id from attention_items a where a.company_id = $1 and a.resolved_at is null)',
    ),
    searched('one order id', 'web-1003501'),
    searched('part of an order id, common', 'web-', true),
    searched('a rare name', rareName.toLowerCase()),
    searched('a common name', 'smith'),
    searched('nobody', 'zzqqxx'),
    searched('one letter', 'a', true),
  ]
}

async function measureCase(
  environment: BenchEnvironment,
  callers: Callers,
  { what, query, sql, rounds = 300 }: Case,
): Promise<Figure[]> {
  const bare = async () => {
    for (const text of sql) await environment.owner.query({ name: nameOf(text), text, values: [environment.companyId] })
  }
  const ours = () => callers.get(`/api/orders?${query}`)
  const times = await race({ bare, call: () => callers.get('/api/auth/user'), ours }, rounds)
  return Object.entries({ p50: 0.5, p99: 0.99 }).map(([name, share]) => {
    const took = percentile(times.ours, share)
    const [sqlTook, callTook] = [percentile(times.bare, share), percentile(times.call, share)]
    // Some statements take less time than any HTTP call, so the baseline includes a call that does nothing.
    return figureAgainst('bare SQL and an empty call', sqlTook + callTook, {
      what: `${what}, ${name}`,
      ours: took,
      unit: 'ms',
      atMost: limit,
      note: `the statements ${sqlTook.toFixed(1)} ms`,
    })
  })
}

const names = new Map<string, string>()

/** A stable name for the prepared statement of this text. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `bare-${names.size}`
  names.set(text, name)
  return name
}

async function measureWithin(callers: Callers, what: string, path: string): Promise<Figure> {
  const { ours } = await race({ ours: () => callers.get(path) }, 300)
  return figure({
    what: `${what}, p99`,
    ours: percentile(ours, 0.99),
    unit: 'ms',
    atMost: maxMs,
    note: `${ours.length} answers, p50 ${percentile(ours, 0.5).toFixed(1)} ms`,
  })
}
