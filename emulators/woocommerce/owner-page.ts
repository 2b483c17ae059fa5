import { escapeHtml, renderPage } from '../html-page.ts'
import { htmlReply, type Received, type Reply } from '../http.ts'
import { siteOf, type ShopCall, type WooEmulator } from './emulator.ts'
import {
  deleteForGood,
  editLine,
  NotForSale,
  placeOrder,
  refundLine,
  restoreOrder,
  setStatus,
  trashOrder,
} from './orders/order-actions.ts'
import { amount, totalOf } from './orders/order-view.ts'
import { setQuantity } from './orders/stock.ts'
import type { Order, OrderStatus, Product, Shop } from './state.ts'

export const answerOverview = (emulator: WooEmulator): Reply =>
  htmlReply(
    200,
    renderPage(
      'Local WooCommerce',
      'Shops with WooCommerce',
      `<p>These pages stand in for WordPress sites while Lockstep runs on this machine.</p>
      <ul>${emulator.state.shops.map((shop) => `<li><a href="/${escapeHtml(shop.slug)}/"><strong>${nameOf(shop)}</strong></a></li>`).join('')}</ul>`,
    ),
  )

/** Names hold entities, as in WordPress. */
const nameOf = ({ name }: Shop): string => escapeHtml(name.replaceAll('&amp;', '&'))

/** A page on which a person is the shop's owner and its customers. */
export function answerOwner(call: ShopCall, { method, headers, body }: Received): Reply {
  if (method === 'GET') return htmlReply(200, renderOwner(call, ''))
  if (headers['origin'] !== `http://${headers['host']}`)
    return htmlReply(403, renderOwner(call, 'This page takes no orders from others.'))
  try {
    act(call, new URLSearchParams(body.toString()))
  } catch (error) {
    if (!(error instanceof NotForSale)) throw error
    return htmlReply(409, renderOwner(call, error.message))
  }
  call.emulator.scheduleSave()
  return { status: 303, headers: { location: `${siteOf(call.emulator, call.shop)}/` } }
}

const statusOf: Record<string, OrderStatus> = {
  pay: 'processing',
  hold: 'on-hold',
  cancel: 'cancelled',
  complete: 'completed',
}

const visitor = (firstName: string, lastName: string) => ({
  email: `${firstName}.${lastName}@example.com`.toLowerCase(),
  shipping: { first_name: firstName, last_name: lastName },
})

/** Who buys on this page, one after the other. */
const visitors = [
  visitor('Grace', 'Novak'),
  visitor('Malik', 'Flynn'),
  visitor('Priya', 'Stone'),
  visitor('Jonas', 'Reyes'),
]

function act(call: ShopCall, form: URLSearchParams): void {
  const { shop, now } = call
  const verb = form.get('do') ?? ''
  const number = (name: string) => Number(form.get(name) ?? 0)
  if (verb === 'buy' || verb === 'order') {
    placeOrder(call, {
      lines: [{ productId: number('product'), quantity: 1 }],
      status: verb === 'buy' ? 'processing' : 'on-hold',
      ...visitors[shop.orders.length % visitors.length],
    })
  }
  if (verb === 'restock') {
    const product = shop.products.find(({ id }) => id === number('product'))
    if (product) setQuantity(shop, product, number('quantity'), 'owner', now)
  }
  if (verb === 'fulfillments') shop.fulfillmentsOn = !shop.fulfillmentsOn
  if (verb === 'stock') shop.managesStock = !shop.managesStock
  const order = shop.orders.find(({ id }) => id === number('order'))
  if (order) actOnOrder(call, order, verb, { lineId: number('line'), quantity: number('quantity') })
}

function actOnOrder(call: ShopCall, order: Order, verb: string, line: { lineId: number; quantity: number }): void {
  const status = statusOf[verb]
  if (status) setStatus(call, order, status)
  if (verb === 'refund') refundLine(call, order, line.lineId, 1)
  if (verb === 'edit') editLine(call, order, line.lineId, line.quantity)
  if (verb === 'trash') trashOrder(call, order)
  if (verb === 'restore') restoreOrder(call, order)
  if (verb === 'delete') deleteForGood(call, order)
}

/** Only the newest orders are shown. */
const mostOrdersShown = 12

const renderOwner = ({ emulator, shop }: ShopCall, problem: string) =>
  renderPage(
    'Local WooCommerce',
    nameOf(shop),
    `<p>Address of the shop: <code>${escapeHtml(siteOf(emulator, shop))}</code></p>
    ${shop.keys
      .slice(0, 1)
      .map(
        ({ key, secret }) =>
          `<p style="overflow-wrap: anywhere">Consumer key: <code>${key}</code><br>Consumer secret: <code>${secret}</code></p>`,
      )
      .join('')}
    <p id="problem">${escapeHtml(problem)}</p>
    <p>${form({ do: 'fulfillments' }, shop.fulfillmentsOn ? 'Switch fulfillments off' : 'Switch fulfillments on')}
    ${form({ do: 'stock' }, shop.managesStock ? 'Switch stock management off' : 'Switch stock management on')}</p>
    <ul>${shop.products
      .filter(isSold)
      .map((product) => renderProduct(shop, product))
      .join('')}</ul>
    <ul>${shop.orders.slice(-mostOrdersShown).toReversed().map(renderOrder).join('')}</ul>`,
    { style: 'form { display: inline-block; margin: 4px 4px 0 0 } li button { width: auto }' },
  )

const isSold = ({ type }: Product): boolean => type === 'simple' || type === 'variation'

function form(fields: Record<string, string | number>, label: string, extra = ''): string {
  const hidden = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  return `<form method="post">${hidden.join('')}${extra}<button>${label}</button></form>`
}

const quantityField = (value: number) =>
  `<input name="quantity" type="number" min="0" value="${value}" aria-label="Units" style="width: 80px">`

const renderProduct = ({ managesStock }: Shop, { id, name, option, sku, stockQuantity, manageStock }: Product) => `
  <li>
    <strong>${escapeHtml(name.replaceAll('&amp;', '&'))}${option ? `, ${escapeHtml(option)}` : ''}</strong>
    <p>${sku ? escapeHtml(sku) : 'no SKU'}, ${managesStock && manageStock === true ? `${stockQuantity ?? 0} in stock` : 'stock not managed here'}</p>
    ${form({ do: 'buy', product: id }, 'Buy one and pay')} ${form({ do: 'order', product: id }, 'Buy one by bank transfer')}
    ${manageStock === true ? form({ do: 'restock', product: id }, 'Set stock', quantityField(stockQuantity ?? 0)) : ''}
  </li>`

function renderOrder(order: Order): string {
  const { id } = order
  const buttons =
    order.status === 'trash'
      ? [form({ do: 'restore', order: id }, 'Restore'), form({ do: 'delete', order: id }, 'Delete for good')]
      : [
          form({ do: 'pay', order: id }, 'Pay or release'),
          form({ do: 'hold', order: id }, 'Hold'),
          form({ do: 'complete', order: id }, 'Complete'),
          form({ do: 'cancel', order: id }, 'Cancel'),
          form({ do: 'trash', order: id }, 'Move to trash'),
        ]
  return `
  <li>
    <strong>Order ${escapeHtml(order.number)}: ${order.status}, ${amount(totalOf(order))}</strong>
    ${order.lines.map((line) => renderLine(id, line)).join('')}
    ${order.notes.map(({ note }) => `<p>Note: ${escapeHtml(note)}</p>`).join('')}
    ${order.refunds.map((refund) => `<p>Refunded: ${amount(refund.amount)}</p>`).join('')}
    ${buttons.join(' ')}
  </li>`
}

const renderLine = (orderId: number, { id, quantity, name }: Order['lines'][number]) => `
  <p>${quantity} × ${escapeHtml(name.replaceAll('&amp;', '&'))}
  ${form({ do: 'refund', order: orderId, line: id }, 'Refund one')}
  ${form({ do: 'edit', order: orderId, line: id }, 'Change', quantityField(quantity))}</p>`
