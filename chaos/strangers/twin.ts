import { sampleOrder } from '#contract/public-api-manual.ts'
import { openSession, publicUrl } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'
import { buildWorkbook, multipartOf, uploadHeadings } from '#server/testing/workbooks.ts'
import { createRandom, type Random } from '../hostile/dice.ts'
import type { Web } from '../hostile/open-web.ts'
import { send } from '../hostile/send.ts'
import { createIdEraser } from './eraser.ts'

export type Twin = { companyId: string; answers: string[] }

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
export async function actAsTwin({ deps, url }: Web, seed: number, steps: number): Promise<Twin> {
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
