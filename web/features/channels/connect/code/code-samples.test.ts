import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { OrderBody, OrderData } from '#contract/intake.ts'
import { apiOrder, receiver, signedOrder } from './own-website.ts'
import { shopifyStock } from './shopify.ts'

const secret = 'whsec_MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY='
const ends: (() => unknown)[] = []

afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})

/** Runs the code in a Node process of its own. */
function run(code: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  ends.push(() => child.exitCode === null && child.kill())
  return child
}

async function runToEnd(code: string, env: Record<string, string>): Promise<string> {
  const child = run(code, env)
  const [printed] = await Promise.all([text(child.stdout ?? Readable.from([])), once(child, 'exit')])
  expect(child.exitCode).toBe(0)
  return printed
}

/** Runs code that starts a server; returns its URL. */
async function runServer(code: string, env: Record<string, string>) {
  const child = run(`${code}\nserver.on('listening', () => process.send(server.address().port))`, { ...env, PORT: '0' })
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}/`, firstLine: once(child.stdout ?? child, 'data').then(String) }
}

type ReceivedRequest = { headers: IncomingHttpHeaders; body: string }

/** A server that records the requests it receives. */
async function listen(answer: (request: ReceivedRequest) => { status: number; body: unknown }) {
  const received: ReceivedRequest[] = []
  async function handle(incoming: IncomingMessage, response: ServerResponse) {
    const request = { headers: incoming.headers, body: await text(incoming) }
    received.push(request)
    const { status, body } = answer(request)
    response.writeHead(status).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

function sign(event: object, key = secret) {
  const body = JSON.stringify(event)
  const now = new Date()
  return {
    method: 'POST',
    body,
    headers: {
      'webhook-id': 'msg-1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign('msg-1', now, body),
    },
  }
}

const stockEvent = {
  type: 'inventory.updated',
  data: { items: [{ sku: 'TEE-L', sellable: 7, price: '19.00', isVisible: true }] },
}

describe('the sample code for an own website', () => {
  it.each([
    ['as Standard Webhooks writes it', secret, new Webhook(secret), false],
    ['of plain text', '0b9f7c1e-4a52-4d0b-9a1f', new Webhook('0b9f7c1e-4a52-4d0b-9a1f', { format: 'raw' }), true],
  ])('sends an order signed with a secret %s', async (_, given, verifier, isPlainSecret) => {
    const lockstep = await listen(() => ({ status: 202, body: { received: true } }))
    await runToEnd(signedOrder({ intakeUrl: lockstep.url, isPlainSecret }), { LOCKSTEP_WEBHOOK_SECRET: given })
    expect(lockstep.received).toHaveLength(1)
    for (const { headers, body } of lockstep.received) {
      const event = verifier.verify(body, headers as Record<string, string>) as { type: string; data: unknown }
      expect(event.type).toBe('order.created')
      expect(OrderData.parse(event.data).externalOrderId).toBe('1042')
    }
  })

  it('creates an order by the API', async () => {
    const answer = { orderNumber: 'LS-10001', status: 'placed', isNew: true }
    const lockstep = await listen(() => ({ status: 201, body: answer }))
    const printed = await runToEnd(apiOrder(lockstep.url), { LOCKSTEP_API_KEY: 'ls_live_x' })
    expect(printed).toBe('LS-10001 placed true\n')
    expect(lockstep.received[0]?.headers.authorization).toBe('Bearer ls_live_x')
    expect(OrderBody.parse(JSON.parse(lockstep.received[0]?.body ?? '')).total).toBe('46.10')
  })

  it('accepts events that Lockstep signed and no others', async () => {
    const { url, firstLine } = await runServer(receiver, { LOCKSTEP_SIGNING_SECRET: secret })
    const forged = await fetch(url, sign(stockEvent, 'whsec_b3RoZXItc2VjcmV0LW90aGVyLXNlY3JldA=='))
    expect(forged.status).toBe(401)
    expect((await fetch(url, sign(stockEvent))).status).toBe(204)
    expect(await firstLine).toBe('TEE-L 7 19.00\n')
  })
})

it('the sample code for Shopify sets the sellable quantity', async () => {
  const shopify = await listen(({ body }) => ({
    status: 200,
    body: {
      data: body.includes('inventorySetQuantities')
        ? { inventorySetQuantities: { userErrors: [] } }
        : { inventoryItems: { nodes: [{ id: 'gid://shopify/InventoryItem/5' }] } },
    },
  }))
  const { url } = await runServer(shopifyStock, {
    LOCKSTEP_SIGNING_SECRET: secret,
    SHOPIFY_URL: shopify.url,
    SHOPIFY_ACCESS_TOKEN: 'shpat_x',
    SHOPIFY_LOCATION_ID: 'gid://shopify/Location/9',
  })
  expect((await fetch(url, sign(stockEvent))).status).toBe(204)
  const [lookup, set] = shopify.received.map(({ body }) => (JSON.parse(body) as { variables: unknown }).variables)
  expect(lookup).toEqual({ query: 'sku:"TEE-L"' })
  expect(set).toMatchObject({
    key: 'msg-1:TEE-L',
    input: {
      name: 'available',
      quantities: [{ inventoryItemId: 'gid://shopify/InventoryItem/5', quantity: 7, changeFromQuantity: null }],
    },
  })
})
