/** Program that receives Lockstep's webhooks and sets the quantities of a Shopify shop. */
export const shopifyStock = `import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const { env } = process
const webhook = new Webhook(env.LOCKSTEP_SIGNING_SECRET)
const shop =
  env.SHOPIFY_URL + '/admin/api/2026-04/graphql.json'

const findItem = \`query ($query: String!) {
  inventoryItems(first: 1, query: $query) { nodes { id } }
}\`
const setQuantity = \`mutation (
  $input: InventorySetQuantitiesInput!
  $key: String!
) {
  inventorySetQuantities(input: $input)
    @idempotent(key: $key) { userErrors { message } }
}\`

async function ask(query, variables) {
  const response = await fetch(shop, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Access-Token': env.SHOPIFY_ACCESS_TOKEN,
    },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await response.json()
  if (data && !errors) return data
  throw new Error('Shopify answered ' + response.status)
}

async function offer({ sku, sellable, isVisible }, key) {
  const query = 'sku:' + JSON.stringify(sku)
  const found = await ask(findItem, { query })
  const [item] = found.inventoryItems.nodes
  if (!item) return
  const input = {
    name: 'available',
    reason: 'correction',
    quantities: [
      {
        inventoryItemId: item.id,
        locationId: env.SHOPIFY_LOCATION_ID,
        quantity: isVisible ? sellable : 0,
        changeFromQuantity: null,
      },
    ],
  }
  const { inventorySetQuantities: outcome } =
    await ask(setQuantity, { input, key })
  for (const { message } of outcome.userErrors) {
    console.error(sku, message)
  }
}

function read(body, headers) {
  try {
    return webhook.verify(body, headers)
  } catch {
    return null
  }
}

async function handle({ type, data }, id) {
  if (type !== 'inventory.updated') return
  for (const item of data.items) {
    await offer(item, id + ':' + item.sku)
  }
}

const server = createServer(async (request, response) => {
  const event = read(await text(request), request.headers)
  if (!event) return response.writeHead(401).end()
  try {
    await handle(event, request.headers['webhook-id'])
    response.writeHead(204).end()
  } catch (error) {
    console.error(error.message)
    response.writeHead(503).end()
  }
})
server.listen(env.PORT ?? 3000)
`

export const shopifyEnvironment = (lockstep: string): string => `${lockstep}
SHOPIFY_URL=https://<your shop>.myshopify.com
SHOPIFY_ACCESS_TOKEN=<token of a custom app>
SHOPIFY_LOCATION_ID=gid://shopify/Location/<number>`
