import { sampleOrder } from '#contract/public-api-manual.ts'
import { openSession, publicUrl } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'
import { withClient } from '#server/testing/postgres.ts'
import { buildWorkbook, multipartOf, uploadHeadings } from '#server/testing/workbooks.ts'
import { createRandom, type Random } from '../harness/random.ts'
import { send } from '../harness/raw-request.ts'
import type { Web } from '../harness/web-server.ts'
import { atLeast, none, type ScenarioOptions, type ScenarioResult } from '../scenario-result.ts'
import { companyColumns } from './table-hashes.ts'

const steps = { short: 25, long: 300 } as const

/** One company does something alone; then two others do the same at the same time. Each must find it as the first did. */
export async function runTwinCompanies(web: Web, { size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const alone = await actAsTwin(web, seed, steps[size])
  const twins = await Promise.all([1, 2].map(() => actAsTwin(web, seed, steps[size])))
  const noticed = twins.flatMap((twin) => differencesIn(alone.answers, twin.answers, 'answer'))
  const rowsAlone = await rowsOf(web.ownerUrl, alone)
  const differing: string[] = []
  for (const twin of twins) differing.push(...differencesIn(rowsAlone, await rowsOf(web.ownerUrl, twin), 'row'))
  return {
    claims: [
      atLeast('answers to each twin', alone.answers.length, steps[size]),
      atLeast('rows of each twin', rowsAlone.length, steps[size]),
      none('answers that a company gets otherwise than if it were alone', noticed),
      none('rows that a company has otherwise than if it were alone', differing),
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

/** When something was done is each one's own; in which order rows lie is nobody's. */
const rowsOf = (ownerUrl: string, { companyId }: Twin): Promise<string[]> =>
  withClient(ownerUrl, async (client) => {
    const all: string[] = []
    for (const { table, column } of await companyColumns(client)) {
      if (leftOut.has(table)) continue
      const { rows } = await client.query<{ text: string }>(
        `select to_jsonb(r)::text as text from ${table} r where ${column}::text = $1`,
        [companyId],
      )
      all.push(...rows.map(({ text }) => `${table} ${eraseAll(text)}`).toSorted())
    }
    return all
  })

/** The queue writes down who works on what and how long; what is asked of it stands in the answers. */
const leftOut = new Set(['pgboss.job'])

type Twin = { companyId: string; answers: string[] }

type Acting = {
  dice: Random
  /** Asks as one of its people, or with a key, and notes what came of it. */
  ask(method: string, path: string, body?: object | Buffer, key?: string): Promise<Record<string, unknown>>
  /** What has been made so far, in the order in which it was. */
  made: { products: string[]; orders: string[]; promotions: string[]; keys: string[]; channels: string[] }
}

const skus = ['TEE-L', 'TEE-M', 'MUG', 'CUP', 'LAMP']

const codes = ['FALL10', 'SPRING5', 'WELCOME']

const shops = ['My Shop', 'Outlet', 'Market']

/** A company with the same name and people as its twins that does, from the same dice, the same as they do. */
async function actAsTwin({ deps, url }: Web, seed: number, steps: number): Promise<Twin> {
  const { id: companyId } = await buildCompany(deps.db, { name: 'Twin', email: 'twin@example.com' })
  const { id: userId } = await buildUser(deps.db, { companyId, role: 'ops' })
  const { headers } = await openSession(deps, userId)
  const dice = createRandom(seed, 1)
  const erase = createIdEraser()
  const answers: string[] = []
  const acting: Acting = {
    dice,
    made: { products: [], orders: [], promotions: [], keys: [], channels: [] },
    async ask(method, path, body, key) {
      const file = Buffer.isBuffer(body) ? multipartOf(body) : null
      const bytes = file?.payload ?? (body ? Buffer.from(JSON.stringify(body)) : null)
      const who = key ? { authorization: `Bearer ${key}` } : { ...headers, origin: publicUrl }
      const type = bytes ? { 'content-type': 'application/json' } : {}
      // All call from the same places, none of them too often.
      const address = `10.200.${Math.floor(answers.length / 50)}.1`
      const sent = {
        method,
        path,
        headers: { ...type, 'x-forwarded-for': address, ...who, ...file?.headers },
        body: bytes,
      }
      const { status, text } = await send(url, sent)
      answers.push(erase(`${method} ${path} ${status} ${text}`))
      return asObject(text)
    },
  }
  for (const begin of [addProduct, addChannel, addPromotion, sellOne]) await begin(acting)
  for (let step = 0; step < steps; step += 1) await dice.pick(deeds)(acting)
  await lookAround(acting)
  return { companyId, answers }
}

const asObject = (text: string): Record<string, unknown> =>
  text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}

const keep = (list: string[], { id }: Record<string, unknown>) => void (typeof id === 'string' && list.push(id))

async function addProduct({ ask, made, dice }: Acting): Promise<void> {
  const product = await ask('POST', '/api/products', { title: dice.pick(skus), brand: 'Pine' })
  keep(made.products, product)
  const body = { sku: dice.pick(skus), price: '19.00' }
  await ask('POST', `/api/products/${String(product['id'])}/skus`, body)
}

async function addChannel({ ask, made, dice }: Acting): Promise<void> {
  const channel = await ask('POST', '/api/channels', { name: dice.pick(shops), type: 'website' })
  keep(made.channels, channel)
  if (typeof channel['apiKey'] === 'string') made.keys.push(channel['apiKey'])
}

async function addPromotion({ ask, made, dice }: Acting): Promise<void> {
  const promotion = await ask('POST', '/api/promotions', { title: 'Sale', code: dice.pick(codes), value: '10' })
  keep(made.promotions, promotion)
}

async function sellOne({ ask, made, dice }: Acting): Promise<void> {
  const items = [{ sku: dice.pick(skus), quantity: 1 + dice.whole(3), unitPrice: '19.00' }]
  const order = {
    ...sampleOrder,
    externalOrderId: String(1001 + dice.whole(30)),
    items,
    promotionCodes: [dice.pick(codes)],
  }
  keep(made.orders, await ask('POST', '/api/v1/orders', order, dice.pick(made.keys)))
}

const deeds: readonly ((acting: Acting) => Promise<unknown>)[] = [
  addProduct,
  addChannel,
  addPromotion,
  sellOne,
  sellOne,
  sellOne,
  ({ ask, dice }) => {
    const sku = dice.pick([...skus, 'UP-1', 'UP-2'])
    const row = [sku, `Title of ${sku}`, 4.5, dice.whole(90), '', '']
    return ask('POST', '/api/bulk/upload', buildWorkbook([uploadHeadings, row]))
  },
  ({ ask, made, dice }) => {
    const action = dice.pick(['acknowledge', 'hold', 'release', 'cancel', 'notes', 'restore'])
    const bodies: Record<string, object> = { hold: { reason: 'Fraud check' }, cancel: {}, notes: { text: 'Called' } }
    return ask('POST', `/api/orders/${dice.pick(made.orders)}/${action}`, bodies[action])
  },
  ({ ask, made, dice }) =>
    ask('POST', `/api/promotions/${dice.pick(made.promotions)}/${dice.pick(['activate', 'deactivate'])}`),
  ({ ask, made, dice }) => {
    const items = [{ sku: dice.pick(skus), quantity: 2, unitPrice: '19.00' }]
    return ask('POST', '/api/v1/promotions/quote', { items, promotionCodes: [dice.pick(codes)] }, dice.pick(made.keys))
  },
  ({ ask, dice }) => ask('POST', '/api/saved-views', { name: dice.pick(shops), filters: { status: 'placed' } }),
  ({ ask, dice }) => ask('GET', `/api/search?q=${dice.pick([...skus, ...codes])}`),
  ({ ask, made, dice }) =>
    ask('GET', `/api/v1/orders?externalOrderId=${1001 + dice.whole(30)}`, undefined, dice.pick(made.keys)),
  ({ ask, made, dice }) => ask('GET', `/api/v1/inventory?sku=${dice.pick(skus)}`, undefined, dice.pick(made.keys)),
  ({ ask, made, dice }) => ask('GET', `/api/feed/my-shop.json?key=${dice.pick(made.keys)}`),
]

const lists = `orders products inventory promotions channels attention notifications saved-views orders/waiting
  inventory/summary bulk/change-sets settings settings/users products/sheet-data dashboard/metrics
  dashboard/recent-orders promotions/usage jobs`.split(/\s+/)

async function lookAround({ ask, made }: Acting): Promise<void> {
  for (const list of lists) await ask('GET', `/api/${list}`)
  for (const id of made.channels) await ask('GET', `/api/channels/${id}/listings`)
}

const anId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const theRest: readonly [RegExp, string][] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.]*(?:Z|\+00:00|\+00)?/g, '<moment>'],
  [/(?:ls_live_|whsec_)[\w+/=•-]+/g, '<secret>'],
  [/\bv\d[.:][\w+/=.:-]{20,}/g, '<sealed>'],
  [/\b[0-9a-f]{64}\b/g, '<hash>'],
  // Each company has its own key for them, so that nobody sees who buys at both.
  [/_hash": "[\w-]+"/g, '_hash": "<hash>"'],
  [/"(?:age|uptime|latencyMs|duration|ms|stamp)\w*":[\d.]+/gi, '<time>'],
]

/** Takes from texts what differs between twins though they do the same. Ids become their number, so that links stay. */
function createIdEraser(): (text: string) => string {
  const numbers = new Map<string, number>()
  const numberOf = (id: string) => {
    const known = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, known)
    return `<${known}>`
  }
  return (text) => {
    const numbered = text.replaceAll(anId, numberOf)
    return theRest.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), numbered)
  }
}

/** The same without the numbers, for rows that come in no order. */
const eraseAll = (text: string): string =>
  theRest.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), text.replaceAll(anId, '<id>'))
