import { isoSecond } from '../emulator.ts'
import { addRefund, setStatus, touch } from '../orders/order-actions.ts'
import { viewOrder, viewRefund } from '../orders/order-view.ts'
import { InvalidRequest, noRoute, noSuchOrder, Refusal } from '../refusal.ts'
import { nextId, type Order, type OrderNote, orderStatuses, type OrderStatus } from '../state.ts'
import * as check from './checks.ts'
import { idsIn, type Operation, type OperationCall, pageOf, pick } from './operation.ts'

function findOrder({ shop, params, method }: OperationCall): Order {
  const order = shop.orders.find(({ id }) => String(id) === params['id'])
  if (!order) throw noSuchOrder(method)
  return order
}

/** `any` leaves the trash out, even beside `trash`. */
function hasStatus(order: Order, wanted: readonly string[]): boolean {
  return wanted.includes('any') ? order.status !== 'trash' : wanted.includes(order.status)
}

const mostReadings = 20_000

function listOrders({ shop, query, now }: OperationCall) {
  const wanted = (query.get('status') ?? 'any').split(',')
  const unknown = wanted.find((status) => status !== 'any' && !orderStatuses.some((known) => known === status))
  if (unknown !== undefined)
    throw new InvalidRequest('status', `status[0] is not one of any, ${orderStatuses.join(', ')}`)
  const after = query.get('modified_after')
  if (after !== null && query.get('dates_are_gmt') !== 'true') {
    throw new InvalidRequest('modified_after', 'without dates_are_gmt it is shop time')
  }
  if (after !== null && !wanted.includes('trash'))
    shop.orderReadings = [...shop.orderReadings, now.toISOString()].slice(-mostReadings)
  const include = idsIn(query.get('include'))
  const byTime = query.get('orderby') === 'modified'
  const keyOf = (order: Order) => (byTime ? order.modifiedAt : String(order.id).padStart(12, '0'))
  const found = shop.orders
    .filter((order) => hasStatus(order, wanted))
    .filter((order) => after === null || order.modifiedAt > after)
    .filter(({ id }) => include.length === 0 || include.includes(id))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : one.id - other.id))
  if (query.get('order') !== 'asc') found.reverse()
  return pageOf(found, query, (order) => viewOrder(shop, order))
}

const metaData = check.listOf(check.shape({ key: check.text, value: check.anything }))

/** Notes come back as HTML. */
const viewNote = ({ id, at, note, isForCustomer }: OrderNote) => ({
  id,
  author: 'WooCommerce',
  date_created: at,
  date_created_gmt: at,
  note: note.replaceAll('&', '&amp;'),
  customer_note: isForCustomer,
})

const refundLine = check.shape(
  { id: check.integer },
  { quantity: check.integer, refund_total: check.anything, refund_tax: check.anything },
)

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100)

type RefundBody = {
  amount?: string
  reason?: string
  api_refund?: boolean
  api_restock?: boolean
  line_items?: { id: number; quantity?: number; refund_total?: unknown }[]
}

/** `api_refund` and `api_restock` are true unless they are sent: the gateway pays at once. */
function createRefund(call: OperationCall) {
  const order = findOrder(call)
  const body: RefundBody = call.body
  const lines = (body.line_items ?? []).map(({ id, quantity = 0, refund_total: total }) => ({
    lineId: id,
    quantity,
    total: cents(total),
    tax: 0,
  }))
  const sum = body.amount === undefined ? lines.reduce((all, line) => all + line.total, 0) : cents(body.amount)
  if (sum <= 0) {
    throw new Refusal(500, 'woocommerce_rest_cannot_create_order_refund', 'Invalid refund amount.')
  }
  const refund = addRefund(call, order, {
    amount: sum,
    reason: body.reason ?? '',
    paidByGateway: body.api_refund ?? true,
    restocks: body.api_restock ?? true,
    lines,
  })
  return { status: 201, data: viewRefund(order, refund) }
}

type FulfillmentBody = { status?: string; meta_data?: { key: string; value: unknown }[] }

const fulfilledItem = check.shape({ item_id: check.integer, qty: check.integer })

/** Switched off by default, and then there is no such route. Neither lines nor quantities are checked. */
function createFulfillment(call: OperationCall) {
  const order = findOrder(call)
  const { status = 'unfulfilled', meta_data: meta = [] }: FulfillmentBody = call.body
  const items = meta.find(({ key }) => key === '_items')?.value
  if (!Array.isArray(items) || items.length === 0) {
    throw new Refusal(400, '0', 'The fulfillment should contain at least one item.')
  }
  check.assertValid('_items', check.listOf(fulfilledItem), items)
  const fulfillment = { id: nextId(call.shop), status, meta }
  order.fulfillments.push(fulfillment)
  touch(call, order)
  return { status: 201, data: viewFulfillment(fulfillment) }
}

const viewFulfillment = ({ id, status, meta }: Order['fulfillments'][number]) => ({
  id,
  status,
  is_fulfilled: status === 'fulfilled',
  meta_data: meta.map(({ key, value }, index) => ({ id: index + 1, key, value })),
})

function assertFulfillments({ shop }: OperationCall): void {
  if (!shop.fulfillmentsOn) throw noRoute()
}

const order = '/wc/v3/orders/:id'

export const orderOperations: Operation[] = [
  {
    name: 'orders.list',
    method: 'GET',
    path: '/wc/v3/orders',
    query: {
      ...check.paging,
      status: check.text,
      orderby: check.oneOf('id', 'date', 'modified', 'include'),
      modified_after: check.bareMoment,
      after: check.bareMoment,
      dates_are_gmt: check.oneOf('true', 'false'),
      include: check.idList,
    },
    answer: listOrders,
  },
  {
    name: 'orders.read',
    method: 'GET',
    path: order,
    query: { _fields: check.text },
    answer: (call) => ({ data: pick(viewOrder(call.shop, findOrder(call)), call.query) }),
  },
  {
    name: 'orders.update',
    method: 'PUT',
    path: order,
    body: check.shape(
      {},
      { status: check.oneOf(...orderStatuses.filter((one) => one !== 'trash')), meta_data: metaData },
    ),
    answer(call) {
      const found = findOrder(call)
      const status = call.body['status'] as OrderStatus | undefined
      if (status) setStatus(call, found, status)
      else touch(call, found)
      return { data: viewOrder(call.shop, found) }
    },
  },
  {
    name: 'notes.list',
    method: 'GET',
    path: `${order}/notes`,
    query: { type: check.oneOf('any', 'customer', 'internal') },
    answer: (call) => ({ data: findOrder(call).notes.toReversed().map(viewNote) }),
  },
  {
    name: 'notes.create',
    method: 'POST',
    path: `${order}/notes`,
    body: check.shape({ note: check.text }, { customer_note: check.flag }),
    answer(call) {
      const note: OrderNote = {
        id: nextId(call.shop),
        at: isoSecond(call.now),
        note: String(call.body['note']),
        isForCustomer: call.body['customer_note'] === true,
      }
      // A note neither changes the order's time nor sends a webhook.
      findOrder(call).notes.push(note)
      return { status: 201, data: viewNote(note) }
    },
  },
  {
    name: 'refunds.list',
    method: 'GET',
    path: `${order}/refunds`,
    query: check.paging,
    answer(call) {
      const found = findOrder(call)
      return pageOf(found.refunds, call.query, (refund) => viewRefund(found, refund))
    },
  },
  {
    name: 'refunds.create',
    method: 'POST',
    path: `${order}/refunds`,
    body: check.shape(
      {},
      {
        amount: check.money,
        reason: check.text,
        api_refund: check.flag,
        api_restock: check.flag,
        line_items: check.listOf(refundLine),
      },
    ),
    answer: createRefund,
  },
  {
    name: 'fulfillments.list',
    method: 'GET',
    path: `${order}/fulfillments`,
    answer(call) {
      assertFulfillments(call)
      return { data: findOrder(call).fulfillments.map(viewFulfillment) }
    },
  },
  {
    name: 'fulfillments.create',
    method: 'POST',
    path: `${order}/fulfillments`,
    body: check.shape(
      { meta_data: metaData },
      { status: check.oneOf('fulfilled', 'unfulfilled'), is_fulfilled: check.flag, notify_customer: check.flag },
    ),
    answer(call) {
      assertFulfillments(call)
      return createFulfillment(call)
    },
  },
]
