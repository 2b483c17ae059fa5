import { percentile, race } from './measure.ts'
import { paced } from './paced.ts'
import type { Figure } from './report.ts'
import { rareName, seedOrders } from './seed-orders.ts'
import type { Stage } from './stage.ts'

const mostMilliseconds = 100
const mostTimesBare = 2.5
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

/** A million orders, 100,000 SKUs and as many products over HTTP, against the same functions by themselves. */
export async function benchSearch(stage: Stage): Promise<Figure[]> {
  if (!(await hasOrders(stage))) await seedOrders(stage)
  await addProducts(stage)
  const figures: Figure[] = []
  for (const [what, text] of Object.entries(texts)) figures.push(...(await measureText(stage, what, text)))
  return figures
}

async function hasOrders({ owner, companyId }: Stage): Promise<boolean> {
  const { rowCount } = await owner.query(`select from channels where company_id = $1 and slug = 'bench-2'`, [companyId])
  return rowCount === 1
}

/** The catalogue has half as many products as SKUs. */
async function addProducts({ owner, companyId }: Stage): Promise<void> {
  await owner.query(
    `insert into products (company_id, id, title, brand)
     select $1, new_id(), 'Spare product ' || n, 'Brand ' || n % 40 from generate_series(1, 50000) n`,
    [companyId],
  )
  await owner.query('vacuum analyze products')
}

async function measureText(stage: Stage, what: string, text: string): Promise<Figure[]> {
  const bare = () =>
    stage.bare.query({
      name: 'search',
      text: `select order_ids, customer_order_ids, find_skus($1, found, 5), found
        from find_orders($1, 5), find_products($1, 5) as found`,
      values: [text],
    })
  const call = () => get(stage, '/api/auth/user')
  const ours = () => get(stage, `/api/search?q=${encodeURIComponent(text)}`)
  const times = await race({ pause: paced, bare, call, ours }, rounds)
  const [p50, p95] = [percentile(times.ours, 0.5), percentile(times.ours, 0.95)]
  const [sql, empty] = [percentile(times.bare, 0.5), percentile(times.call, 0.5)]
  return [
    {
      what: `search: ${what}, p95`,
      value: p95,
      unit: 'ms',
      atMost: mostMilliseconds,
      against: `p50 ${p50.toFixed(1)} ms`,
    },
    {
      what: `search: ${what}, p50`,
      value: p50 / (sql + empty),
      unit: '×',
      atMost: mostTimesBare,
      against: `bare SQL and an empty call: ${sql.toFixed(1)} + ${empty.toFixed(1)} ms`,
    },
  ]
}

async function get({ url, headers }: Stage, path: string): Promise<void> {
  const reply = await fetch(url + path, { headers })
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  await reply.arrayBuffer()
}
