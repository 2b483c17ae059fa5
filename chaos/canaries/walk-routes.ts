import { withClient } from '#server/testing/postgres.ts'
import { fillPath, readRoutes, unknownId, type Route } from '../harness/routes.ts'
import { unpackWorkbook } from './outputs.ts'
import { call, type Person, type Reply } from './people.ts'
import type { Company } from './company.ts'
import type { CanarySystem } from './system.ts'

export type RouteOutput = { who: string; route: string; status: number; bytes: Buffer }

/** Calls every GET route as every caller: anonymous, read-only user, operations, admin, API key. */
export async function walkRoutes(system: CanarySystem, company: Company): Promise<RouteOutput[]> {
  const routes = (await readRoutes(system.url, company.admin.headers)).filter(({ method }) => method === 'GET')
  await company.admin.sendOk('POST', '/api/auth/company', { companyId: company.companyId })
  const known = await findKnownIds(system)
  const key = { authorization: `Bearer ${company.shops.standard.apiKey}` }
  const callers: [string, (path: string) => Promise<Reply>][] = [
    ['nobody', (path) => call(system, 'GET', path)],
    ...(['reader', 'ops', 'admin'] as const).map((who): [string, (path: string) => Promise<Reply>] => [
      who,
      (path) => getAs(company[who], path),
    ]),
    ['key', (path) => call(system, 'GET', path, { headers: key })],
  ]
  const seen: RouteOutput[] = []
  for (const [who, get] of callers) {
    for (const route of routes) {
      if (route.path === '/api/events') continue
      for (const path of pathsOf(route, known)) {
        const { status, bytes } = await get(path)
        seen.push({ who, route: route.path, status, bytes: unpackWorkbook(bytes) })
      }
    }
    for (const path of openPages) seen.push({ who, route: path, ...(await get(path)) })
  }
  const metrics = { headers: { authorization: `Bearer ${system.env.METRICS_TOKEN}` } }
  seen.push({ who: 'metrics', route: '/metrics', ...(await call(system, 'GET', '/metrics', metrics)) })
  return seen
}

const getAs = (person: Person, path: string) => person.send('GET', path)

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
type KnownIds = { ids: Ids; deliveries: readonly Record<string, string>[]; orderNumber: string }

/** Paths of a route with each known id and each format of its query. */
function pathsOf({ path, params, query }: Route, { ids, deliveries, orderNumber }: KnownIds): string[] {
  const most = Math.max(1, ...params.map((name) => ids[name]?.length ?? 1))
  const fitting = params.includes('deliveryId')
    ? deliveries
    : Array.from({ length: most }, (_, index) =>
        Object.fromEntries(params.map((name) => [name, ids[name]?.[index % most] ?? unknownId])),
      )
  const queryValues: Record<string, string> = {
    ...('startDate' in query ? lastWeek() : {}),
    ...(path === '/api/privacy/customers' ? { search: orderNumber } : {}),
    ...(path === '/api/search' ? { q: 'Zoé' } : {}),
  }
  const formats = query['format']?.enum ?? []
  const queries =
    formats.length > 0 ? formats.map((format) => ({ ...queryValues, format: String(format) })) : [queryValues]
  return fitting.flatMap((values) => queries.map((one) => `${fillPath(path, values)}?${new URLSearchParams(one)}`))
}

function lastWeek(): Record<string, string> {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { startDate: day(Date.now() - 7 * 86_400_000), endDate: day(Date.now() + 86_400_000) }
}

/** The table of each path parameter. */
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

/** Their many rows hold nothing personal, so a few of them will do. */
const catalogTables: ReadonlySet<string> = new Set(['skus', 'products'])

/** Ids in the database that paths can name. */
const findKnownIds = ({ postgres }: CanarySystem): Promise<KnownIds> =>
  withClient(postgres.adminUrl, async (client) => {
    const ids: Record<string, string[]> = {
      type: ['sales', 'inventory', 'channels', 'customers'],
      slug: (await client.query<{ slug: string }>('select slug from channels')).rows.map(({ slug }) => slug),
    }
    for (const [name, table] of Object.entries(tables)) {
      const { rows } = await client.query<{ id: string }>(
        `select id from ${table} order by id limit ${catalogTables.has(table) ? 3 : 30}`,
      )
      ids[name] = rows.map(({ id }) => id)
    }
    const { rows: deliveries } = await client.query<Record<string, string>>(
      'select id as "deliveryId", channel_id as "channelId" from webhook_events order by id limit 30',
    )
    const { rows: orders } = await client.query<{ number: string }>('select order_number as number from orders limit 1')
    return { ids, deliveries, orderNumber: orders[0]?.number ?? '' }
  })
