import { createCallers, type Callers } from './harness/clients.ts'
import { rareName } from './data/orders.ts'
import { percentile, race } from './harness/measure.ts'
import { figure, figureAgainst, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const maxMs = 100
const maxTimesBare = 2.5
const rounds = 100

const texts = {
  'one order id': 'web-1003501',
  'old order ids': 'WEB-10',
  'in most orders': 'web-',
  'a rare name': rareName.toLowerCase(),
  'a common name': 'smith',
  'a whole name, common': 'ana smith',
  'a SKU': 'bench-0004242',
  'in every product': 'product',
  'in a few products': 'bench 4242',
  'two letters': 'an',
  'two letters, nowhere': 'xq',
  'nothing found': 'zzqqxx',
  'letters the index does not know': '太郎',
  '200 letters': 'x'.repeat(200),
}

/** Global search of the large company over HTTP, against the same SQL functions alone. */
export async function benchSearch(environment: BenchEnvironment): Promise<Figure[]> {
  await addProducts(environment)
  const callers = createCallers(environment, 1)
  const figures: Figure[] = []
  for (const [what, text] of Object.entries(texts))
    figures.push(...(await measureText(environment, callers, what, text)))
  callers.close()
  return figures
}

/** The data set has half as many products as SKUs; this adds the other half. */
async function addProducts({ owner, companyId }: BenchEnvironment): Promise<void> {
  await owner.query(
    `insert into products (company_id, id, title, brand)
     select $1, new_id(), 'Spare product ' || n, 'Brand ' || n % 40 from generate_series(1, 30000) n`,
    [companyId],
  )
  await owner.query('vacuum analyze products')
}

async function measureText(
  environment: BenchEnvironment,
  callers: Callers,
  what: string,
  text: string,
): Promise<Figure[]> {
  const bare = () =>
    environment.bare.query({
      name: 'search',
      text: `select order_ids, customer_order_ids, find_skus($1, found, 5), found
        from find_orders($1, 5), find_products($1, 5) as found`,
      values: [text],
    })
  const call = () => callers.get('/api/auth/user')
  const ours = () => callers.get(`/api/search?q=${encodeURIComponent(text)}`)
  const times = await race({ bare, call, ours }, rounds)
  const [p50, p95] = [percentile(times.ours, 0.5), percentile(times.ours, 0.95)]
  const [sql, empty] = [percentile(times.bare, 0.5), percentile(times.call, 0.5)]
  return [
    figure({ what: `search: ${what}, p95`, ours: p95, unit: 'ms', atMost: maxMs }),
    figureAgainst('bare SQL and an empty call', sql + empty, {
      what: `search: ${what}, p50`,
      ours: p50,
      unit: 'ms',
      atMost: maxTimesBare,
      note: `the statement ${sql.toFixed(1)} ms`,
    }),
  ]
}
