import { z } from 'zod'
import { parseFields, pickFields } from '../graph/fields.ts'
import { assertAccount, type Call, type Operation } from '../graph/operation.ts'
import { badParameter } from '../refusal.ts'
import { orderStates } from './order.ts'
import { viewOrder } from './order-view.ts'

const usualFields = 'id,order_status,created,last_updated'

const seconds = z.coerce.number().int().positive()
const Question = z.strictObject({
  appsecret_proof: z.string(),
  access_token: z.string().optional(),
  fields: z.string().default(usualFields),
  state: z
    .string()
    .default('CREATED')
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(orderStates))),
  updated_after: seconds.optional(),
  updated_before: seconds.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.base64url().optional(),
})

export const listOrders: Operation = {
  name: 'commerce_orders',
  method: 'GET',
  path: '/:version/:id/commerce_orders',
  answer(call) {
    assertAccount(call)
    const { fields, state, updated_after, updated_before, limit, after } = readQuestion(call)
    const requested = parseFields(fields)
    const begin = after === undefined ? 0 : readCursor(after)
    const fitting = call.shop.orders.filter((order) => {
      const updated = Math.floor(Date.parse(order.lastUpdated) / 1000)
      return state.includes(order.state) && updated >= (updated_after ?? 0) && updated <= (updated_before ?? Infinity)
    })
    const page = fitting.slice(begin, begin + limit)
    const cursors = { before: writeCursor(begin), after: writeCursor(begin + page.length) }
    const next = begin + page.length < fitting.length ? { next: 'https://graph.facebook.com/…' } : {}
    const data = page.map((order) => pickFields(viewOrder(order), requested))
    return page.length === 0 ? { data } : { data, paging: { cursors, ...next } }
  },
}

function readQuestion({ query }: Call) {
  const read = Question.safeParse(Object.fromEntries(query))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw badParameter(`Param ${issue?.path.join('.') || 'query'}: ${issue?.message}`)
}

const writeCursor = (at: number) => Buffer.from(`QVFI:${at}`).toString('base64url')

function readCursor(cursor: string): number {
  const at = /^QVFI:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (at === undefined) throw badParameter('Invalid cursors values')
  return Number(at)
}
