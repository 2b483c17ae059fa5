import { sampleOrder } from '#contract/public-api-manual.ts'
import { openSession, publicUrl } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'
import { withClient } from '#server/testing/postgres.ts'
import { buildWorkbook, multipartOf, uploadHeadings } from '#server/testing/workbooks.ts'
import { createRandom, type Random } from '../harness/random.ts'
import { send } from '../harness/raw-request.ts'
import type { WebSystem } from '../harness/web-server.ts'
import { atLeast, none, type ScenarioOptions, type ScenarioResult } from '../scenario-result.ts'
import { companyColumns } from './table-hashes.ts'

const steps = { short: 25, long: 300 } as const

/** One company acts alone; then two others act the same, concurrently. Their responses and rows must equal those of the first. */
export async function runTwinCompanies(web: WebSystem, { size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const alone = await actAsTwin(web, seed, steps[size])
  const twins = await Promise.all([1, 2].map(() => actAsTwin(web, seed, steps[size])))
  const noticed = twins.flatMap((twin) => differencesIn(alone.answers, twin.answers, 'answer'))
  const rowsAlone = await readRows(web.adminUrl, alone)
  const differing: string[] = []
  for (const twin of twins) differing.push(...differencesIn(rowsAlone, await readRows(web.adminUrl, twin), 'row'))
  return {
    claims: [
      atLeast('answers to each twin', alone.answers.length, steps[size]),
      atLeast('rows of each twin', rowsAlone.length, steps[size]),
      none('responses that differ from those of a company alone', noticed),
      none('rows that differ from those of a company alone', differing),
    ],
    wrong: [...noticed, ...differing],
  }
}

function differencesIn(wanted: readonly string[], found: readonly string[], what: string): string[] {
  const differing = Array.from({ length: Math.max(wanted.length, found.length) }, (_, index) => index)
  return differing
    .filter((index) => wanted[index] !== found[index])
    .map((index) => `${what} ${index}: ${firstDifference(wanted[index] ?? '', found[index] ?? '')}`)
}

function firstDifference(wanted: string, found: string): string {
  let at = 0
  while (at < wanted.length && wanted[at] === found[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return `${found.slice(0, 80)} … ${around(found)} in place of ${around(wanted)}`
}

/** All rows of a company, normalized and sorted. */
const readRows = (adminUrl: string, { companyId }: Twin): Promise<string[]> =>
  withClient(adminUrl, async (client) => {
    const all: string[] = []
    for (const { table, column } of await companyColumns(client)) {
      if (ignoredTables.has(table)) continue
      const { rows } = await client.query<{ text: string }>(
        `select to_jsonb(r)::text as text from ${table} r where ${column}::text = $1`,
        [companyId],
      )
      all.push(...rows.map(({ text }) => `${table} ${normalizeRow(text)}`).toSorted())
    }
    return all
  })

/** The queue records workers and durations, which differ; what was enqueued shows in the responses. */
const ignoredTables = new Set(['pgboss.job'])

type Twin = { companyId: string; answers: string[] }

type TwinSession = {
  random: Random
  /** Calls as a user, or with a key, and records the response. */
  ask(method: string, path: string, body?: object | Buffer, key?: string): Promise<Record<string, unknown>>
  /** Ids created so far, in order. */
  made: Record<'products' | 'orders' | 'promotions' | 'keys' | 'feedKeys' | 'channels', string[]>
}

const skus = ['TEE-L', 'TEE-M', 'MUG', 'CUP', 'LAMP']

const codes = ['FALL10', 'SPRING5', 'WELCOME']

const shops = ['My Shop', 'Outlet', 'Market']

/** A company with the same names as its twins that takes the same actions, from the same seed. */
async function actAsTwin({ deps, url }: WebSystem, seed: number, steps: number): Promise<Twin> {
  const { id: companyId } = await buildCompany(deps.db, { name: 'Twin', email: 'twin@example.com' })
  const { id: userId } = await buildUser(deps.db, { companyId, role: 'ops' })
  const { headers } = await openSession(deps, userId)
  const random = createRandom(seed, 1)
  const normalize = createNormalizer()
  const answers: string[] = []
  const session: TwinSession = {
    random,
    made: { products: [], orders: [], promotions: [], keys: [], feedKeys: [], channels: [] },
    async ask(method, path, body, key) {
      const file = Buffer.isBuffer(body) ? multipartOf(body) : null
      const bytes = file?.payload ?? (body ? Buffer.from(JSON.stringify(body)) : null)
      const who = key ? { authorization: `Bearer ${key}` } : { ...headers, origin: publicUrl }
      const type = bytes ? { 'content-type': 'application/json' } : {}
      // The same addresses for all twins, below the rate limit.
      const address = `10.200.${Math.floor(answers.length / 50)}.1`
      const sent = {
        method,
        path,
        headers: { ...type, 'x-forwarded-for': address, ...who, ...file?.headers },
        body: bytes,
      }
      const { status, text } = await send(url, sent)
      answers.push(normalize(`${method} ${path} ${status} ${text}`))
      return asObject(text)
    },
  }
  for (const begin of [addProduct, addChannel, addPromotion, sellOne]) await begin(session)
  for (let step = 0; step < steps; step += 1) await random.pick(actions)(session)
  await readLists(session)
  return { companyId, answers }
}

const asObject = (text: string): Record<string, unknown> =>
  text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}

const addId = (list: string[], { id }: Record<string, unknown>) => void (typeof id === 'string' && list.push(id))

async function addProduct({ ask, made, random }: TwinSession): Promise<void> {
  const product = await ask('POST', '/api/products', { title: random.pick(skus), brand: 'Pine' })
  addId(made.products, product)
  const body = { sku: random.pick(skus), price: '19.00' }
  await ask('POST', `/api/products/${String(product['id'])}/skus`, body)
}

async function addChannel({ ask, made, random }: TwinSession): Promise<void> {
  const channel = await ask('POST', '/api/channels', { name: random.pick(shops), type: 'website' })
  addId(made.channels, channel)
  if (typeof channel['apiKey'] === 'string') made.keys.push(channel['apiKey'])
  if (typeof channel['feedKey'] === 'string') made.feedKeys.push(channel['feedKey'])
}

async function addPromotion({ ask, made, random }: TwinSession): Promise<void> {
  const promotion = await ask('POST', '/api/promotions', { title: 'Sale', code: random.pick(codes), value: '10' })
  addId(made.promotions, promotion)
}

async function sellOne({ ask, made, random }: TwinSession): Promise<void> {
  const items = [{ sku: random.pick(skus), quantity: 1 + random.whole(3), unitPrice: '19.00' }]
  const order = {
    ...sampleOrder,
    externalOrderId: String(1001 + random.whole(30)),
    items,
    promotionCodes: [random.pick(codes)],
  }
  addId(made.orders, await ask('POST', '/api/v1/orders', order, random.pick(made.keys)))
}

const actions: readonly ((session: TwinSession) => Promise<unknown>)[] = [
  addProduct,
  addChannel,
  addPromotion,
  sellOne,
  sellOne,
  sellOne,
  ({ ask, random }) => {
    const sku = random.pick([...skus, 'UP-1', 'UP-2'])
    const row = [sku, `Title of ${sku}`, 4.5, random.whole(90), '', '']
    return ask('POST', '/api/bulk/upload', buildWorkbook([uploadHeadings, row]))
  },
  ({ ask, made, random }) => {
    const action = random.pick(['acknowledge', 'hold', 'release', 'cancel', 'notes', 'restore'])
    const bodies: Record<string, object> = { hold: { reason: 'Fraud check' }, cancel: {}, notes: { text: 'Called' } }
    return ask('POST', `/api/orders/${random.pick(made.orders)}/${action}`, bodies[action])
  },
  ({ ask, made, random }) =>
    ask('POST', `/api/promotions/${random.pick(made.promotions)}/${random.pick(['activate', 'deactivate'])}`),
  ({ ask, made, random }) => {
    const items = [{ sku: random.pick(skus), quantity: 2, unitPrice: '19.00' }]
    return ask(
      'POST',
      '/api/v1/promotions/quote',
      { items, promotionCodes: [random.pick(codes)] },
      random.pick(made.keys),
    )
  },
  ({ ask, random }) => ask('POST', '/api/saved-views', { name: random.pick(shops), filters: { status: 'placed' } }),
  ({ ask, random }) => ask('GET', `/api/search?q=${random.pick([...skus, ...codes])}`),
  ({ ask, made, random }) =>
    ask('GET', `/api/v1/orders?externalOrderId=${1001 + random.whole(30)}`, undefined, random.pick(made.keys)),
  ({ ask, made, random }) =>
    ask('GET', `/api/v1/inventory?sku=${random.pick(skus)}`, undefined, random.pick(made.keys)),
  ({ ask, made, random }) => ask('GET', `/api/feed/my-shop.json?key=${random.pick(made.feedKeys)}`),
]

const lists = `orders products inventory promotions channels attention notifications saved-views orders/waiting
  inventory/summary bulk/change-sets settings settings/users products/sheet-data dashboard/metrics
  dashboard/recent-orders promotions/usage jobs`.split(/\s+/)

async function readLists({ ask, made }: TwinSession): Promise<void> {
  for (const list of lists) await ask('GET', `/api/${list}`)
  for (const id of made.channels) await ask('GET', `/api/channels/${id}/listings`)
}

const anId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const volatileParts: readonly [RegExp, string][] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.]*(?:Z|\+00:00|\+00)?/g, '<moment>'],
  [/(?:ls_live_|ls_feed_|whsec_)[\w+/=•-]+/g, '<secret>'],
  [/\bv\d[.:][\w+/=.:-]{20,}/g, '<sealed>'],
  [/\b[0-9a-f]{64}\b/g, '<hash>'],
  // Hashed with a key per company, so that customers cannot be matched across companies.
  [/_hash": "[\w-]+"/g, '_hash": "<hash>"'],
  [/"(?:age|uptime|latencyMs|duration|ms|stamp)\w*":[\d.]+/gi, '<time>'],
]

/** Replaces what differs between twins. Ids become numbers by first occurrence, so that references stay comparable. */
function createNormalizer(): (text: string) => string {
  const numbers = new Map<string, number>()
  const numberOf = (id: string) => {
    const known = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, known)
    return `<${known}>`
  }
  return (text) => {
    const numbered = text.replaceAll(anId, numberOf)
    return volatileParts.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), numbered)
  }
}

/** The same with one placeholder for all ids, for rows in no particular order. */
const normalizeRow = (text: string): string =>
  volatileParts.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), text.replaceAll(anId, '<id>'))
