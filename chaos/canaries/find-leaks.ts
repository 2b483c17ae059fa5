import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { withClient } from '#server/testing/postgres.ts'
import { atLeast, type Claim, none, type ScenarioResult } from '../scenario-result.ts'
import { type Kind, needleOf } from './canaries.ts'
import type { Company } from './company.ts'
import { filesIn, leaksIn, readDump, readFile } from './outputs.ts'
import { createSearcher, type Searcher } from './search.ts'
import type { CanarySystem } from './system.ts'
import { type Seen, walkRoutes } from './walk-routes.ts'

/** How many orders Amazon has refused: the play is to have provoked it. */
const countRefusals = ({ postgres }: CanarySystem) =>
  withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ orders: number; messages: number }>(`select
      (select count(*)::int from fulfillments where error is not null) as orders,
      (select count(*)::int from notifications where error is not null) as messages`)
    return rows[0] ?? { orders: 0, messages: 0 }
  })

/** What those who see to orders read of customers because they need it; each of them is in the audit log or masked for others. */
const meantForOperations: ReadonlySet<string> = new Set([
  '/api/channels/{channelId}/deliveries/{deliveryId}',
  '/api/dashboard/recent-orders',
  '/api/notifications/{notificationId}',
  '/api/orders/{orderId}',
  '/api/orders/{orderId}/packing-slip',
  '/api/orders/{orderId}/payloads',
  '/api/privacy/customers',
  '/api/privacy/customers/{customerId}/export',
])

type Searchers = Record<'all' | 'strict' | 'secret' | 'personal' | 'readable', Searcher>

function searchersFor({ nest }: CanarySystem): Searchers {
  const of = (...kinds: Kind[]) =>
    createSearcher(nest.canaries.filter(({ kind }) => kinds.includes(kind)).map(needleOf))
  return {
    all: of('personal', 'secret', 'readable'),
    strict: of('personal', 'secret'),
    secret: of('secret'),
    personal: of('personal'),
    readable: of('readable'),
  }
}

/** Looks for every canary in every place, and for some where they must be found, or nothing was looked at. */
export async function findLeaks(
  world: CanarySystem,
  company: Company,
  answers: readonly Buffer[],
): Promise<ScenarioResult> {
  const search = searchersFor(world)
  const refusals = await countRefusals(world)
  const seen = await walkRoutes(world, company)
  await withClient(world.postgres.url, (client) => client.query('analyze; checkpoint'))
  const dump = await lookIntoDump(world, search)
  const folder = lookIntoFolder(world, search)
  const logs = lookIntoLogs(world, search)
  const routes = lookAtRoutes(seen, search)
  const answered = answers.flatMap((bytes) => leaksIn(search.all, 'an answer', bytes))
  const planted = world.nest.canaries.filter(({ kind }) => kind !== 'readable')
  return {
    claims: [
      atLeast('canaries of personal data and secrets', planted.length, 25),
      atLeast('of them shown to those who may see them, so that they are kept', routes.kept, 25),
      atLeast('orders and messages that were refused outside', Math.min(refusals.orders, refusals.messages), 1),
      none('found in a dump', dump.wrong),
      none('found in PostgreSQL’s folder and write-ahead log', folder.wrong),
      none('found in logs of all processes and of PostgreSQL', logs.wrong),
      none('found in what anybody can read or download and need not know', routes.wrong),
      none('found in refusals', answered),
      ...folder.controls,
      ...logs.controls,
    ],
    wrong: [...dump.wrong, ...folder.wrong, ...logs.wrong, ...routes.wrong, ...answered],
  }
}

async function lookIntoDump({ postgres }: CanarySystem, { strict, readable }: Searchers) {
  const wrong: string[] = []
  for (const [column, text] of await readDump(postgres.url)) {
    const bytes = Buffer.from(text)
    wrong.push(...leaksIn(strict, column, bytes))
    // The planner remembers values of a column as long as they stand in it, until it looks again.
    if (!clearColumns.has(column) && !column.startsWith('pg_catalog.pg_stats.')) {
      wrong.push(...leaksIn(readable, column, bytes))
    }
  }
  return { wrong }
}

function lookIntoFolder({ dataFolder }: CanarySystem, { strict, readable }: Searchers) {
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

function lookIntoLogs({ logs }: CanarySystem, { all }: Searchers) {
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

function lookAtRoutes(seen: readonly Seen[], { strict, secret, personal }: Searchers) {
  const kept = new Set<string>()
  const wrong = new Set<string>()
  const shown = new Set<string>()
  for (const { who, route, bytes } of seen) {
    const mayKnow = (who === 'ops' || who === 'admin') && meantForOperations.has(route)
    for (const leak of leaksIn(mayKnow ? secret : strict, `${route} for ${who}`, bytes)) wrong.add(leak)
    if (!mayKnow) continue
    for (const { canary } of personal(bytes)) {
      kept.add(canary)
      shown.add(route)
    }
  }
  // One that shows nothing is on the list for nothing, or was not really looked at.
  for (const route of meantForOperations) if (!shown.has(route)) wrong.add(`nothing personal in ${route}`)
  return { wrong: [...wrong], kept: kept.size }
}

type Kept = { column: string; how: string; long: string }

const text = readFileSync(new URL('../../docs/data-inventory.md', import.meta.url), 'utf8')

/** What `docs/data-inventory.md` says of each column that holds something personal or secret. */
const inventory: readonly Kept[] = text
  .split(/^### /m)
  .slice(1)
  .flatMap((section) => {
    const table = section.slice(0, section.indexOf('\n'))
    const rows = [...section.matchAll(/^\| `(\w+)` *\|[^|]*\|([^|]*)\|([^|]*)\|$/gm)]
    return rows.map(([, column = '', how = '', long = '']) => ({
      column: `${table}.${column}`,
      how: how.trim(),
      long: long.trim(),
    }))
  })

/** Where names and what people write may stand in clear. From the log nothing is erased, so nothing may stand there. */
const clearColumns: ReadonlySet<string> = new Set(
  inventory.filter(({ how, long }) => how.startsWith('clear') && long !== 'log').map(({ column }) => column),
)
