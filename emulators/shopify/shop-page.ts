import { escapeHtml, renderPage } from '../html-page.ts'
import { htmlReply, type Received, type Reply } from '../http.ts'
import type { ShopifyEmulator } from './emulator.ts'
import {
  cancelOrder,
  editOrder,
  holdOrder,
  refundOrder,
  releaseOrder,
  setFinancialStatus,
} from './orders/change-order.ts'
import { displayStatus, type Order } from './orders/order.ts'
import { placeOrder } from './orders/place-order.ts'
import { findVariant, type Shop, type Variant } from './state.ts'

/** A page for people who act as the store's owner: the values to enter in Lockstep, products, and the newest orders. */
export async function answerPage(emulator: ShopifyEmulator, { method, headers, body }: Received): Promise<Reply> {
  if (method === 'GET') return htmlReply(200, renderShops(emulator.state.shops))
  if (!isOwnPage(headers)) return htmlReply(403, renderShops(emulator.state.shops))
  const form = new URLSearchParams(body.toString())
  const shop = emulator.state.shops.find(({ name }) => name === form.get('shop'))
  if (shop) act(emulator, shop, form)
  emulator.scheduleSave()
  await emulator.catchUp()
  return { status: 303, headers: { location: '/' } }
}

const isOwnPage = ({ origin, host }: Received['headers']) => origin === `http://${host}`

const buy = 'Buy one'
const restock = 'Restock'

function act({ state, clock }: ShopifyEmulator, shop: Shop, form: URLSearchParams): void {
  const now = clock.now()
  const action = form.get('action') ?? ''
  const variant = shop.variants.find(({ id }) => id === Number(form.get('variant')))
  if (variant && action === restock) restockOne(variant)
  if (variant?.sku && action.startsWith(buy)) {
    const isPaid = action === buy
    const lines = [{ sku: variant.sku, quantity: 1 }]
    placeOrder(state, shop, { lines, financialStatus: isPaid ? 'PAID' : 'PENDING' }, now)
  }
  const order = shop.orders.find(({ id }) => id === Number(form.get('order')))
  if (order) orderActions[action]?.({ state, shop, order, now })
}

function restockOne(variant: Variant): void {
  for (const level of Object.values(variant.levels)) level.available += 10
}

type Action = (change: Parameters<typeof releaseOrder>[0]) => void

const orderActions: Readonly<Record<string, Action>> = {
  Pay: (change) => setFinancialStatus(change, 'PAID'),
  Hold: (change) => holdOrder(change, 'OTHER', 'By hand'),
  Release: releaseOrder,
  'Refund one': (change) => refundOrder(change, { lineIndex: 0, quantity: 1 }),
  'Remove one': (change) => editOrder(change, 0, Math.max(0, (change.order.lines[0]?.currentQuantity ?? 0) - 1)),
  Cancel: (change) => cancelOrder(change, 'CUSTOMER', true),
}

/** Only the newest are shown. */
const mostOrders = 8
const mostVariants = 12

const style = `
  body { grid-template-columns: minmax(0, 640px) }
  form { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px }
  form button { width: auto; min-height: 36px; padding: 0 12px }
  h2 { margin-top: 24px; font-size: 16px }
`

const renderShops = (shops: Shop[]) =>
  renderPage(
    'Local Shopify',
    'Stores at Shopify',
    `<p>This page stands in for Shopify while Lockstep runs on this machine. Connect a Shopify channel with these values, and act here as the store’s owner.</p>
    <ul>${shops.map(renderShop).join('')}</ul>`,
    { style },
  )

const renderShop = (shop: Shop) => `
  <li>
    <strong>${escapeHtml(shop.title)}</strong>
    <p>Store: <code>${escapeHtml(shop.name)}.myshopify.com</code></p>
    <p>Client ID: <code>${escapeHtml(shop.clientId)}</code></p>
    <p>Client secret: <code>${escapeHtml(shop.clientSecret)}</code></p>
    <p>${shop.subscriptions.length} webhooks, ${shop.variants.length} variants, ${shop.orders.length} orders</p>
    <h2>Products</h2>
    ${shop.variants
      .slice(0, mostVariants)
      .map((variant) => renderVariant(shop, variant))
      .join('')}
    <h2>Orders</h2>
    ${shop.orders.length === 0 ? '<p>None yet.</p>' : ''}
    ${shop.orders
      .slice(-mostOrders)
      .toReversed()
      .map((order) => renderOrder(shop, order))
      .join('')}
  </li>`

const renderForm = (shop: Shop, field: string, id: number, actions: readonly string[]) => `
  <form method="post">
    <input type="hidden" name="shop" value="${escapeHtml(shop.name)}">
    <input type="hidden" name="${field}" value="${id}">
    ${actions.map((action) => `<button name="action" value="${action}">${action}</button>`).join('')}
  </form>`

function renderVariant(shop: Shop, variant: Variant): string {
  const available = Object.values(variant.levels).map((level) => level.available)
  const name = [variant.productTitle, variant.title === 'Default Title' ? null : variant.title]
    .filter(Boolean)
    .join(' – ')
  return `
    <p>${escapeHtml(name)} (${escapeHtml(variant.sku ?? 'no SKU')}): ${available.join(', ') || 'not stocked'} available, ${(variant.priceCents / 100).toFixed(2)} ${escapeHtml(shop.currency)}</p>
    ${renderForm(shop, 'variant', variant.id, variant.sku ? [buy, `${buy}, pay later`, restock] : [restock])}`
}

function renderOrder(shop: Shop, order: Order): string {
  const lines = order.lines.map(
    ({ variantId, currentQuantity }) => `${currentQuantity} × ${escapeHtml(findVariant(shop, variantId)?.sku ?? '?')}`,
  )
  const status = order.cancelledAt ? 'CANCELLED' : `${order.financialStatus}, ${displayStatus(order)}`
  const tracking = order.fulfillments.map(({ tracking: { company, number } }) =>
    `${company ?? ''} ${number ?? ''}`.trim(),
  )
  return `
    <p>#${order.number}: ${status}; ${lines.join(', ')}${tracking.length > 0 ? `; shipped with ${escapeHtml(tracking.join(', '))}` : ''}</p>
    ${order.cancelledAt ? '' : renderForm(shop, 'order', order.id, Object.keys(orderActions))}`
}
