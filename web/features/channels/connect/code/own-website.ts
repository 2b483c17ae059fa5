type SignedOrderOptions = {
  intakeUrl: string
  /** Standard Webhooks libraries decode a secret without `whsec_` as base64 unless the format is `raw`. */
  isPlainSecret: boolean
}

export const signedOrder = ({
  intakeUrl,
  isPlainSecret,
}: SignedOrderOptions): string => `import { Webhook } from 'standardwebhooks'

const address =
  '${intakeUrl}'
const secret = process.env.LOCKSTEP_WEBHOOK_SECRET
const webhook = new Webhook(secret${isPlainSecret ? ", { format: 'raw' }" : ''})

// Use the same id when you send the same event again:
// an order is then never imported twice.
export async function tellLockstep(id, type, data) {
  const now = new Date()
  const timestamp = now.toISOString()
  const body = JSON.stringify({ type, timestamp, data })
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': webhook.sign(id, now, body),
    },
    body,
  })
  if (response.ok) return
  throw new Error('Send it again later: ' + response.status)
}

// Later on: order.updated with the whole order again,
// order.cancelled with its externalOrderId.
await tellLockstep('created-1042', 'order.created', ${orderSample})
`

export const apiOrder = (ordersUrl: string): string => `const order = ${orderSample}

const response = await fetch(
  '${ordersUrl}',
  {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: 'Bearer ' + process.env.LOCKSTEP_API_KEY,
    },
    body: JSON.stringify(order),
  },
)
const answer = await response.json()
if (!response.ok) throw new Error(answer.detail)

// isNew is false when the order was there already.
console.log(answer.orderNumber, answer.status, answer.isNew)
`

export const receiver = `import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const secret = process.env.LOCKSTEP_SIGNING_SECRET
const webhook = new Webhook(secret)

function handle({ type, data }) {
  if (type === 'inventory.updated') {
    for (const { sku, sellable, price } of data.items) {
      console.log(sku, sellable, price)
    }
  }
  if (type === 'order.shipped') {
    for (const { carrier, trackingNumber } of data.shipments) {
      console.log(data.externalOrderId, carrier, trackingNumber)
    }
  }
}

function read(body, headers) {
  try {
    return webhook.verify(body, headers)
  } catch {
    return null
  }
}

const server = createServer(async (request, response) => {
  const event = read(await text(request), request.headers)
  if (event) handle(event)
  response.writeHead(event ? 204 : 401).end()
})
server.listen(process.env.PORT ?? 3000)
`

/** An order in the format of our own webhook, as a JavaScript literal. */
const orderSample = `{
  externalOrderId: '1042',
  placedAt: '2026-09-20T10:14:58Z',
  currency: 'USD',
  customer: {
    email: 'ana@example.com',
    firstName: 'Ana',
    lastName: 'Ruiz',
    phone: '+12065550100',
  },
  shippingAddress: {
    line1: '1 Main St',
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    country: 'US',
  },
  shippingSpeed: 'standard',
  items: [{ sku: 'TEE-L', quantity: 2, unitPrice: '19.00' }],
  shippingAmount: '5.00',
  taxAmount: '3.10',
  total: '46.10',
}`
