import type { AddressFields } from '#contract/addresses.ts'
import { writtenShopNumber } from '#contract/order-numbers.ts'
import { type OrderDetail, ordersApi } from '#contract/orders.ts'
import { readPreferences } from '#server/features/notifications/queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { escapeHtml } from '#server/platform/escape.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveHtmlPage } from '#server/platform/http/html-pages.ts'
import { getOrderOrThrow, listItemsOf } from '../order-detail-queries.ts'
import { decryptAddress } from '../personal-data.ts'

export const packingSlipRoute = (app: App): void =>
  serveHtmlPage(app, ordersApi.packingSlip, async (ctx, input, nonce) =>
    packingSlipPage(await readPackingSlip(ctx, input), nonce),
  )

type PackingSlip = {
  companyName: string
  channelName: string | null
  orderNumber: string
  /** By which the customer knows the order. */
  shopNumber: string
  placedAt: Date
  address: AddressFields | null
  items: Pick<OrderDetail['items'][number], 'sku' | 'title' | 'quantity' | 'properties'>[]
}

/** The slip shows the street, so reading it is audited. */
async function readPackingSlip(ctx: CompanyContext, { orderId }: { orderId: string }): Promise<PackingSlip> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const order = await getOrderOrThrow(tx, companyId, orderId)
    await recordAudit(tx, ctx, { action: 'order.view', resource: 'order', resourceId: orderId, companyId })
    const { channelName, orderNumber, externalNumber, externalOrderId, placedAt, shippingAddress } = order
    return {
      companyName: (await readPreferences(tx, companyId)).companyName,
      channelName,
      orderNumber,
      shopNumber: writtenShopNumber({ externalNumber, externalOrderId }),
      placedAt,
      address: shippingAddress && decryptAddress(ctx, shippingAddress),
      items: await listItemsOf(tx, companyId, orderId),
    }
  })
}

/** Black on white in every theme, because it is printed. It shows no prices. */
function packingSlipPage(slip: PackingSlip, nonce: string): string {
  const { companyName, channelName, orderNumber, shopNumber, placedAt, address, items } = slip
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Packing slip ${escapeHtml(orderNumber)}</title>
<style nonce="${escapeHtml(nonce)}">${style}</style>
</head>
<body>
<p class="hint">Print this page with Ctrl + P or ⌘ P. This line is not printed.</p>
<header><strong>${escapeHtml(companyName)}</strong>${channelName === null ? '' : `<span>${escapeHtml(channelName)}</span>`}</header>
<main>
<h1>Packing slip</h1>
<section>
<div><h2>Ship to</h2>${addressLines(address)}</div>
<dl>
<dt>Order</dt><dd>${escapeHtml(orderNumber)}</dd>
<dt>Channel order</dt><dd>${escapeHtml(shopNumber)}</dd>
<dt>Placed</dt><dd>${placedAt.toISOString().slice(0, 10)}</dd>
</dl>
</section>
<table>
<thead><tr><th scope="col">SKU</th><th scope="col">Item</th><th scope="col" class="number">Quantity</th></tr></thead>
<tbody>${items.map(itemRow).join('')}</tbody>
<tfoot><tr><th scope="row" colspan="2">Total units</th><td class="number">${units}</td></tr></tfoot>
</table>
</main>
</body>
</html>`
}

function addressLines(address: AddressFields | null): string {
  if (!address) return '<p>There is no address.</p>'
  const { recipientName, line1, line2, city, state, postalCode, country } = address
  const town = [city, state, postalCode].filter(Boolean).join(', ')
  const lines = [recipientName, line1, line2, town, country].flatMap((line) => (line ? [escapeHtml(line)] : []))
  return `<address>${lines.join('<br>')}</address>`
}

const itemRow = ({ sku, title, quantity, properties }: PackingSlip['items'][number]): string =>
  `<tr><td class="code">${escapeHtml(sku)}</td><td>${escapeHtml(title ?? '')}${properties.map(propertyLine).join('')}</td><td class="number">${quantity}</td></tr>`

const propertyLine = ({ name, value }: { name: string; value: string }): string =>
  `<div class="property">${escapeHtml(name)}: ${escapeHtml(value)}</div>`

const style = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem; background: #fff; color: #000;
  font: 14px/1.5 -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif; }
.hint { margin: 0 0 1.5rem; padding: .6rem .8rem; border: 1px solid #767676; border-radius: .5rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; padding-bottom: .75rem; border-bottom: 1px solid #000; }
header strong { font-size: 1.125rem; }
h1 { margin: 1.25rem 0 1rem; font-size: 1.5rem; line-height: 1.25; }
h2, dt { margin: 0; font-size: .8125rem; font-weight: 600; color: #444; }
section { display: flex; flex-wrap: wrap; gap: 1rem 3rem; justify-content: space-between; margin-bottom: 1.5rem; }
address { font-style: normal; font-size: 1rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto auto; gap: .125rem 1rem; margin: 0; align-content: start; }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #bbb; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
tr { break-inside: avoid; } thead { display: table-header-group; }
.code { font-family: ui-monospace, monospace; font-size: .8125rem; }
.number { padding-right: 0; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
@page { margin: 15mm; }
@media print { body { max-width: none; padding: 0; } .hint { display: none; } }
`
