import { escapeHtml, renderPage } from '../../page.ts'
import type { CatalogItem } from '../catalog/catalog.ts'
import type { Order } from '../orders/order.ts'
import type { Shop } from '../world.ts'

/** The newest ones are what somebody who tries things out looks for. */
const mostOrdersShown = 10

export const renderShops = (shops: Shop[]) =>
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

export const findItemOnSale = ({ items }: Shop): CatalogItem | undefined =>
  items.find(({ data }) => data['visibility'] !== 'hidden' && data['availability'] === 'in stock')
