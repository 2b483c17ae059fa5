import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { withClient } from '#server/testing/postgres.ts'
import { atLeast, type Claim, none, type ScenarioResult } from '../scenario-result.ts'
import { type Kind, needleOf } from './canaries.ts'
import type { Company } from './company.ts'
import { filesIn, leaksIn, readDump, readFile } from './outputs.ts'
import { createSearcher, type Searcher } from './search.ts'
import type { CanarySystem } from './system.ts'
import { type RouteOutput, walkRoutes } from './walk-routes.ts'

/** How many submissions and messages were refused; the scenario must have provoked some. */
const countRefusals = ({ postgres }: CanarySystem) =>
  withClient(postgres.adminUrl, async (client) => {
    const { rows } = await client.query<{ orders: number; messages: number }>(`select
      (select count(*)::int from fulfillments where error is not null) as orders,
      (select count(*)::int from notifications where error is not null) as messages`)
    return rows[0] ?? { orders: 0, messages: 0 }
  })

/** Routes that show personal data to operations on purpose: audited, and masked for other roles. */
const operationsRoutes: ReadonlySet<string> = new Set([
  '/api/channels/{channelId}/deliveries/{deliveryId}',
  '/api/dashboard/recent-orders',
  '/api/notifications/{notificationId}',
  '/api/customers/{customerId}',
  '/api/orders/{orderId}',
  '/api/orders/{orderId}/packing-slip',
  '/api/orders/{orderId}/payloads',
  '/api/privacy/customers',
  '/api/privacy/customers/{customerId}/export',
])

type Searchers = Record<'all' | 'strict' | 'secret' | 'personal' | 'readable', Searcher>

function searchersFor({ registry }: CanarySystem): Searchers {
  const of = (...kinds: Kind[]) =>
    createSearcher(registry.canaries.filter(({ kind }) => kinds.includes(kind)).map(needleOf))
  return {
    all: of('personal', 'secret', 'readable'),
    strict: of('personal', 'secret'),
    secret: of('secret'),
    personal: of('personal'),
    readable: of('readable'),
  }
}

/** Searches every output for every canary. Positive controls show that the search would have found them. */
export async function findLeaks(
  system: CanarySystem,
  company: Company,
  answers: readonly Buffer[],
): Promise<ScenarioResult> {
  const search = searchersFor(system)
  const refusals = await countRefusals(system)
  const seen = await walkRoutes(system, company)
  await withClient(system.postgres.adminUrl, (client) => client.query('analyze; checkpoint'))
  const dump = await searchDump(system, search)
  const folder = searchDataFolder(system, search)
  const logs = searchLogs(system, search)
  const routes = searchRouteOutputs(seen, search)
  const answered = answers.flatMap((bytes) => leaksIn(search.all, 'an answer', bytes))
  const planted = system.registry.canaries.filter(({ kind }) => kind !== 'readable')
  return {
    claims: [
      atLeast('canaries of personal data and secrets', planted.length, 25),
      atLeast('of them stored and shown to those who may see them', routes.kept, 25),
      atLeast('orders and messages that were refused outside', Math.min(refusals.orders, refusals.messages), 1),
      none('found in a dump', dump.wrong),
      none('found in PostgreSQL’s folder and write-ahead log', folder.wrong),
      none('found in logs of all processes and of PostgreSQL', logs.wrong),
      none('found in responses to callers who may not see them', routes.wrong),
      none('found in error responses', answered),
      ...folder.controls,
      ...logs.controls,
    ],
    wrong: [...dump.wrong, ...folder.wrong, ...logs.wrong, ...routes.wrong, ...answered],
  }
}

async function searchDump({ postgres }: CanarySystem, { strict, readable }: Searchers) {
  const wrong: string[] = []
  for (const [column, text] of await readDump(postgres.adminUrl)) {
    const bytes = Buffer.from(text)
    wrong.push(...leaksIn(strict, column, bytes))
    // pg_stats repeats values of columns until the next ANALYZE.
    if (!clearColumns.has(column) && !column.startsWith('pg_catalog.pg_stats.')) {
      wrong.push(...leaksIn(readable, column, bytes))
    }
  }
  return { wrong }
}

function searchDataFolder({ dataFolder }: CanarySystem, { strict, readable }: Searchers) {
  const wrong: string[] = []
  const seen = { files: 0, log: 0 }
  for (const path of filesIn(dataFolder)) {
    const place = relative(dataFolder, path)
    const bytes = readFile(path)
    wrong.push(...leaksIn(strict, place, bytes))
    seen[place.startsWith('pg_wal') ? 'log' : 'files'] += readable(bytes).length
  }
  const controls: Claim[] = [
    atLeast('names found in its tables, which keep them in clear', seen.files, 10),
    atLeast('names found in its write-ahead log', seen.log, 10),
  ]
  return { wrong, controls }
}

function searchLogs({ logs }: CanarySystem, { all }: Searchers) {
  const product = Buffer.concat(logs.product)
  const lines = product.toString().split('\n')
  const failed = lines.filter((line) => /"level":"(error|fatal)"/.test(line)).length
  const refused = logs.postgres.filter((line) => line.includes('ERROR: ')).length
  return {
    wrong: [
      ...lines.flatMap((line) => leaksIn(all, `the log: ${line.slice(0, 300)}`, Buffer.from(line))),
      ...leaksIn(all, 'PostgreSQL’s log', Buffer.from(logs.postgres.join('\n'))),
    ],
    controls: [
      atLeast('requests in the logs', lines.filter((line) => line.includes('"msg":"request"')).length, 100),
      atLeast('failures in them', failed, 5),
      atLeast('statements that PostgreSQL refused, in its log', refused, 1),
    ],
  }
}

function searchRouteOutputs(seen: readonly RouteOutput[], { strict, secret, personal }: Searchers) {
  const kept = new Set<string>()
  const wrong = new Set<string>()
  const shown = new Set<string>()
  for (const { who, route, bytes } of seen) {
    const maySee = (who === 'ops' || who === 'admin') && operationsRoutes.has(route)
    for (const leak of leaksIn(maySee ? secret : strict, `${route} for ${who}`, bytes)) wrong.add(leak)
    if (!maySee) continue
    for (const { canary } of personal(bytes)) {
      kept.add(canary)
      shown.add(route)
    }
  }
  // A route without personal data does not belong on the list, or was not really called.
  for (const route of operationsRoutes) if (!shown.has(route)) wrong.add(`nothing personal in ${route}`)
  return { wrong: [...wrong], kept: kept.size }
}

type InventoryColumn = { column: string; storage: string; retention: string }

const text = readFileSync(new URL('../../docs/data-inventory.md', import.meta.url), 'utf8')

/** The columns with personal data or secrets, parsed from `docs/data-inventory.md`. */
const inventory: readonly InventoryColumn[] = text
  .split(/^### /m)
  .slice(1)
  .flatMap((section) => {
    const table = section.slice(0, section.indexOf('\n'))
    const rows = [...section.matchAll(/^\| `(\w+)` *\|[^|]*\|([^|]*)\|([^|]*)\|$/gm)]
    return rows.map(([, column = '', storage = '', retention = '']) => ({
      column: `${table}.${column}`,
      storage: storage.trim(),
      retention: retention.trim(),
    }))
  })

/** Columns that may hold `readable` values in clear. Not those of the audit log: nothing is ever erased from it. */
const clearColumns: ReadonlySet<string> = new Set(
  inventory
    .filter(({ storage, retention }) => storage.startsWith('clear') && retention !== 'log')
    .map(({ column }) => column),
)
