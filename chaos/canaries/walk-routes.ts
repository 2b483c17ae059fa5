import { withClient } from '#server/testing/postgres.ts'
import { fillPath, readRoutes, unknownId, type Route } from '../harness/routes.ts'
import { unpacked } from './outputs.ts'
import { call, type Person, type Reply } from './people.ts'
import type { Company } from './company.ts'
import type { CanarySystem } from './system.ts'

export type Seen = { who: string; route: string; status: number; bytes: Buffer }

/** Everything that anybody can read or download, by each who may ask: nobody, who may only read, operations, staff, a key. */
export async function walkRoutes(world: CanarySystem, company: Company): Promise<Seen[]> {
  const routes = (await readRoutes(world.url)).filter(({ method }) => method === 'GET')
  await company.admin.must('POST', '/api/auth/company', { companyId: company.companyId })
  const known = await findKnown(world)
  const key = { authorization: `Bearer ${company.shops.standard.apiKey}` }
  const callers: [string, (path: string) => Promise<Reply>][] = [
    ['nobody', (path) => call(world, 'GET', path)],
    ...(['reader', 'ops', 'admin'] as const).map((who): [string, (path: string) => Promise<Reply>] => [
      who,
      (path) => askAs(company[who], path),
    ]),
    ['key', (path) => call(world, 'GET', path, { headers: key })],
  ]
  const seen: Seen[] = []
  for (const [who, ask] of callers) {
    for (const route of routes) {
      if (route.path === '/api/events') continue
      for (const path of pathsOf(route, known)) {
        const { status, bytes } = await ask(path)
        seen.push({ who, route: route.path, status, bytes: unpacked(bytes) })
      }
    }
    for (const path of openPages) seen.push({ who, route: path, ...(await ask(path)) })
  }
  const metrics = { headers: { authorization: `Bearer ${world.env.METRICS_TOKEN}` } }
  seen.push({ who: 'metrics', route: '/metrics', ...(await call(world, 'GET', '/metrics', metrics)) })
  return seen
}

const askAs = (person: Person, path: string) => person.send('GET', path)

const openPages = [
  '/',
  '/orders',
  '/api/openapi.json',
  '/api/docs',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/unsubscribe/x',
]

type Ids = Readonly<Record<string, readonly string[]>>
type Known = { ids: Ids; deliveries: readonly Record<string, string>[]; orderNumber: string }

/** With each id that fits its place, and each choice of a query that changes what is shown. */
function pathsOf({ path, params, query }: Route, { ids, deliveries, orderNumber }: Known): string[] {
  const most = Math.max(1, ...params.map((name) => ids[name]?.length ?? 1))
  const fitting = params.includes('deliveryId')
    ? deliveries
    : Array.from({ length: most }, (_, index) =>
        Object.fromEntries(params.map((name) => [name, ids[name]?.[index % most] ?? unknownId])),
      )
  const asked: Record<string, string> = {
    ...('startDate' in query ? daysOfPlay() : {}),
    ...(path === '/api/privacy/customers' ? { search: orderNumber } : {}),
    ...(path === '/api/search' ? { q: 'Zoé' } : {}),
  }
  const formats = query['format']?.enum ?? []
  const queries = formats.length > 0 ? formats.map((format) => ({ ...asked, format: String(format) })) : [asked]
  return fitting.flatMap((values) => queries.map((one) => `${fillPath(path, values)}?${new URLSearchParams(one)}`))
}

function daysOfPlay(): Record<string, string> {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { startDate: day(Date.now() - 7 * 86_400_000), endDate: day(Date.now() + 86_400_000) }
}

/** By the name that they have in paths. */
const tables = {
  orderId: 'orders',
  channelId: 'channels',
  customerId: 'customers',
  notificationId: 'notifications',
  scheduleId: 'scheduled_reports',
  skuId: 'skus',
  productId: 'products',
  companyId: 'companies',
  runId: 'marketplace_sync_runs',
  batchId: 'order_batches',
}

/** Whatever the database has that a path can name. */
const findKnown = ({ postgres }: CanarySystem): Promise<Known> =>
  withClient(postgres.url, async (client) => {
    const ids: Record<string, string[]> = {
      type: ['sales', 'inventory', 'channels', 'customers'],
      slug: (await client.query<{ slug: string }>('select slug from channels')).rows.map(({ slug }) => slug),
    }
    for (const [name, table] of Object.entries(tables)) {
      const { rows } = await client.query<{ id: string }>(`select id from ${table} order by id limit 30`)
      ids[name] = rows.map(({ id }) => id)
    }
    const { rows: deliveries } = await client.query<Record<string, string>>(
      'select id as "deliveryId", channel_id as "channelId" from webhook_events order by id limit 30',
    )
    const { rows: orders } = await client.query<{ number: string }>('select order_number as number from orders limit 1')
    return { ids, deliveries, orderNumber: orders[0]?.number ?? '' }
  })
