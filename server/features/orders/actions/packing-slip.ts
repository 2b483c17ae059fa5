import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { AddressFields } from '#contract/addresses.ts'
import { inkOf } from '#contract/brand-color.ts'
import { writtenShopNumber } from '#contract/order-numbers.ts'
import { mostPackingSlips, type OrderDetail, ordersApi } from '#contract/orders.ts'
import { type Letterhead, readLetterhead } from '#server/features/company-profile/queries.ts'
import { recordAudits } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { customerAddresses } from '#server/platform/db/schema/customers.ts'
import { orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { escapeHtml } from '#server/platform/escape.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveHtmlPage } from '#server/platform/http/html-pages.ts'
import { addressFields, addressOfOrder, shownTitle } from '../order-detail-queries.ts'
import { channelOfOrder, orderNotFound, parseOrderIds } from '../order-queries.ts'
import { decryptAddress } from '../personal-data.ts'

export function packingSlipRoutes(app: App): void {
  serveHtmlPage(app, ordersApi.packingSlip, async (ctx, { orderId }, nonce) =>
    packingSlipPage(await readPackingSlips(ctx, [orderId]), nonce),
  )
  serveHtmlPage(app, ordersApi.packingSlips, async (ctx, { orderIds }, nonce) =>
    packingSlipPage(await readPackingSlips(ctx, parseOrderIds(orderIds, mostPackingSlips)), nonce),
  )
}

type PackingSlip = {
  sender: Letterhead
  channelName: string | null
  orderNumber: string
  /** By which the customer knows the order. */
  shopNumber: string
  placedAt: Date
  address: AddressFields | null
  items: Pick<OrderDetail['items'][number], 'sku' | 'title' | 'quantity' | 'properties'>[]
}

/** The slips show the street, so reading them is audited. */
async function readPackingSlips(ctx: CompanyContext, orderIds: readonly string[]): Promise<PackingSlip[]> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const found = await listOrdersToPack(tx, companyId, orderIds)
    if (found.length < orderIds.length) throw orderNotFound()
    const items = Map.groupBy(await listItemsToPack(tx, companyId, orderIds), ({ orderId }) => orderId)
    const sender = await readLetterhead(tx, companyId)
    await recordAudits(
      tx,
      ctx,
      orderIds.map((resourceId) => ({ action: 'order.view', resource: 'order', resourceId, companyId })),
    )
    return found
      .toSorted((one, other) => orderIds.indexOf(one.id) - orderIds.indexOf(other.id))
      .map(({ id, shippingAddress, ...order }) => ({
        ...order,
        sender,
        shopNumber: writtenShopNumber(order),
        address: shippingAddress && decryptAddress(ctx, shippingAddress),
        items: items.get(id) ?? [],
      }))
  })
}

const listOrdersToPack = (tx: Tx, companyId: string, orderIds: readonly string[]) =>
  tx
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      externalNumber: orders.externalNumber,
      externalOrderId: orders.externalOrderId,
      placedAt: orders.placedAt,
      channelName: channels.name,
      shippingAddress: addressFields,
    })
    .from(orders)
    .leftJoin(channels, channelOfOrder)
    .leftJoin(customerAddresses, addressOfOrder)
    .where(and(eq(orders.companyId, companyId), inArray(orders.id, orderIds)))

const listItemsToPack = (tx: Tx, companyId: string, orderIds: readonly string[]) =>
  tx
    .select({
      orderId: orderItems.orderId,
      sku: orderItems.sku,
      title: shownTitle,
      quantity: orderItems.quantity,
      properties: sql<PackingSlip['items'][number]['properties']>`coalesce(${orderItems.properties}, '[]')`,
    })
    .from(orderItems)
    .where(and(eq(orderItems.companyId, companyId), inArray(orderItems.orderId, orderIds)))
    .orderBy(asc(orderItems.position))

/** Black on white in every theme, because it is printed. Each slip begins a new sheet. */
function packingSlipPage(slips: readonly PackingSlip[], nonce: string): string {
  const [only] = slips
  const isOne = slips.length === 1
  const title = isOne && only ? `Packing slip ${only.orderNumber}` : `${slips.length} packing slips`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${escapeHtml(nonce)}">${style}${only ? brandStyle(only.sender) : ''}</style>
</head>
<body>
<p class="hint"><button type="button" data-print>Print</button> ${isOne ? '' : `${slips.length} packing slips, each on a new page. `}This line is not printed.</p>
<main>
${slips.map(slipArticle).join('\n')}
</main>
<script src="/print-button.js" defer></script>
</body>
</html>`
}

/** It shows no prices. */
function slipArticle({ sender, channelName, orderNumber, shopNumber, placedAt, address, items }: PackingSlip): string {
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return `<article>
<header>${senderBlock(sender)}${channelName === null ? '' : `<span>${escapeHtml(channelName)}</span>`}</header>
<h1>Packing slip</h1>
<section>
<div><h2>Ship to</h2>${addressLines(address)}</div>
<dl>
<dt>Order</dt><dd>${escapeHtml(orderNumber)}</dd>
<dt>Channel order</dt><dd>${escapeHtml(shopNumber)}</dd>
<dt>Order date</dt><dd>${dateText(placedAt, sender.timeZone)}</dd>
</dl>
</section>
<table>
<thead><tr><th scope="col">SKU</th><th scope="col">Item</th><th scope="col" class="number">Quantity</th></tr></thead>
<tbody>${items.map(itemRow).join('')}</tbody>
<tfoot><tr><th scope="row" colspan="2">Total units</th><td class="number">${units}</td></tr></tfoot>
</table>
</article>`
}

/** A parcel that can't be delivered goes back to this address. */
function senderBlock({ companyName, address, logoUrl }: Letterhead): string {
  const lines = (address ?? '').split('\n').flatMap((line) => (line.trim() ? [escapeHtml(line.trim())] : []))
  const image = logoUrl === null ? '' : `<img src="${escapeHtml(logoUrl)}" alt="">`
  const words = `<div><strong>${escapeHtml(companyName)}</strong>${lines.length > 0 ? `<address>${lines.join('<br>')}</address>` : ''}</div>`
  return `<div class="sender">${image}${words}</div>`
}

/** Such as "September 20, 2026", a day of the company's time zone. */
const dateText = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(moment)

function addressLines(address: AddressFields | null): string {
  if (!address) return '<p>No address</p>'
  const { recipientName, line1, line2, city, state, postalCode, country } = address
  const town = [city, state, postalCode].filter(Boolean).join(', ')
  const lines = [recipientName, line1, line2, town, country].flatMap((line) => (line ? [escapeHtml(line)] : []))
  return `<address>${lines.join('<br>')}</address>`
}

const itemRow = ({ sku, title, quantity, properties }: PackingSlip['items'][number]): string =>
  `<tr><td class="code">${escapeHtml(sku)}</td><td>${escapeHtml(title ?? '')}${properties.map(propertyLine).join('')}</td><td class="number">${quantity}</td></tr>`

const propertyLine = ({ name, value }: { name: string; value: string }): string =>
  `<div class="property">${escapeHtml(name)}: ${escapeHtml(value)}</div>`

/** The color is checked when it is saved, and holds no other text. */
const brandStyle = ({ brandColor }: Letterhead): string =>
  brandColor === null ? '' : `header { border-bottom: 3px solid ${brandColor}; } h1 { color: ${inkOf(brandColor)}; }`

const style = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem; background: #fff; color: #000;
  font: 14px/1.5 -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif; }
.hint { margin: 0 0 1.5rem; padding: .6rem .8rem; border: 1px solid #767676; border-radius: .5rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; padding-bottom: .75rem; border-bottom: 1px solid #000; }
.sender { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
.sender img { max-width: 12rem; max-height: 4rem; }
header strong { font-size: 1.125rem; } header address { font-size: .875rem; }
button { margin-right: .5rem; padding: .4rem .9rem; border: 1px solid #000; border-radius: .375rem; background: #000; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 2px solid #000; outline-offset: 2px; }
h1 { margin: 1.25rem 0 1rem; font-size: 1.5rem; line-height: 1.25; }
h2, dt { margin: 0; font-size: .8125rem; font-weight: 600; color: #444; }
section { display: flex; flex-wrap: wrap; gap: 1rem 3rem; justify-content: space-between; margin-bottom: 1.5rem; }
address { font-style: normal; font-size: 1rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto auto; gap: .125rem 1rem; margin: 0; align-content: start; }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
article + article { margin-top: 2.5rem; padding-top: 2rem; border-top: 2px dashed #767676; break-before: page; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #bbb; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
tr { break-inside: avoid; } thead { display: table-header-group; }
.code { font-family: ui-monospace, monospace; font-size: .8125rem; }
.number { padding-right: 0; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
@page { margin: 15mm; }
@media print { body { max-width: none; padding: 0; } .hint { display: none; }
  article + article { margin-top: 0; padding-top: 0; border-top: 0; } }
`
