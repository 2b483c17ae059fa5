import { escapeHtml, renderPage } from '../html-page.ts'
import { htmlReply, type Received, type Reply } from '../http.ts'
import type { MetaEmulator } from './emulator.ts'
import type { Order } from './orders/order.ts'
import { placeOrder } from './orders/place-order.ts'
import type { CatalogItem, Shop } from './state.ts'

/** A page for people: the values to enter in Lockstep, recent orders, and a button that buys something. */
export async function answerPage(emulator: MetaEmulator, { method, headers, body }: Received): Promise<Reply> {
  if (method === 'GET') {
    await emulator.catchUp()
    return htmlReply(200, renderShops(emulator.state.shops))
  }
  if (!isOwnPage(headers)) return htmlReply(403, renderShops(emulator.state.shops))
  const accountId = new URLSearchParams(body.toString()).get('shop')
  const shop = emulator.state.shops.find((one) => one.accountId === accountId)
  if (shop) buySomething(emulator, shop)
  return { status: 303, headers: { location: '/' } }
}

const isOwnPage = ({ origin, host }: Received['headers']) => origin === `http://${host}`

/** Buys one unit of the first item on sale. */
function buySomething({ state, clock, scheduleSave }: MetaEmulator, shop: Shop): void {
  const onSale = findItemOnSale(shop)
  if (!onSale) return
  const price = Math.round(Number.parseFloat(String(onSale.data['price'])) * 100)
  placeOrder(state, shop, { items: [{ retailerId: onSale.id, quantity: 1, price }] }, clock.now())
  scheduleSave()
}

/** Only the newest orders are shown. */
const mostOrdersShown = 10

const renderShops = (shops: Shop[]) =>
  renderPage(
    'Local Meta',
    'Shops on Facebook and Instagram',
    `<p>This page stands in for Meta’s Commerce Manager while Lockstep runs on this machine. Give a Meta Shops channel these values, and it sells here.</p>
    <ul>${shops.map(renderShop).join('')}</ul>`,
  )

const renderShop = (shop: Shop) => `
  <li>
    <strong>${escapeHtml(shop.name)}</strong>
    <p>Commerce account ID: <code>${escapeHtml(shop.accountId)}</code></p>
    <p>Catalog ID: <code>${escapeHtml(shop.catalogId)}</code></p>
    ${shop.tokens.map((token) => `<p style="overflow-wrap: anywhere">Access token: <code>${escapeHtml(token)}</code></p>`).join('')}
    <p>${shop.items.length} items in the catalog</p>
    ${findItemOnSale(shop) ? renderBuy(shop) : '<p>Nothing is on sale yet: press Sync on the channel in Lockstep.</p>'}
    ${shop.orders.slice(-mostOrdersShown).toReversed().map(renderOrder).join('')}
  </li>`

const renderBuy = ({ accountId }: Shop) => `
  <form method="post">
    <input type="hidden" name="shop" value="${escapeHtml(accountId)}">
    <button class="single">Buy one of the first item on sale</button>
  </form>`

const renderOrder = ({ id, state, lines }: Order) =>
  `<p>Order ${escapeHtml(id)}: ${state}, ${lines.map(({ quantity, retailerId }) => `${quantity} × ${escapeHtml(retailerId)}`).join(', ')}</p>`

const findItemOnSale = ({ items }: Shop): CatalogItem | undefined =>
  items.find(({ data }) => data['visibility'] !== 'hidden' && data['availability'] === 'in stock')
