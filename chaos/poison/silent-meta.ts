import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { startMeta } from '#emulators/meta/start-meta.ts'
import { createShop } from '#emulators/meta/state.ts'

const appSecret = 'the secret of the application'
const accountId = '1029384756102938'
const catalogId = '5647382910564738'
const token = 'EAAB-a-token-of-the-shop'
const verifyToken = 'the token that Meta shows when it subscribes'

export type SilentMeta = Awaited<ReturnType<typeof startSilentMeta>>

/** The Meta emulator behind a proxy that never answers for the orders in `silentAbout` and refuses to list orders. */
export async function startSilentMeta() {
  const shop = createShop({ accountId, catalogId, name: 'Northfield Goods', tokens: [token] })
  const meta = await startMeta({ appSecret, limits: 'off', shops: [shop] })
  const silentAbout = new Set<string>()
  const proxy = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', meta.url)
    if ([...silentAbout].some((id) => pathname.includes(id))) return
    if (pathname.endsWith('/commerce_orders')) return void response.writeHead(500).end('{}')
    forward(meta.url, incoming, response)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const control = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${meta.url}/_control/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  return {
    silentAbout,
    env: { META_GRAPH_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, META_APP_SECRET: appSecret },
    channel: {
      type: 'meta_shops',
      accessToken: token,
      webhookSecret: verifyToken,
      config: { commerceAccountId: accountId, catalogId },
    } as const,
    subscribe: (url: string) => control('PUT', 'subscription', { url, verifyToken }),
    /** Places an order, which Meta announces by webhook. Returns its id. */
    async sell(sku: string): Promise<string> {
      const items = [{ retailerId: sku, quantity: 1, price: 1900 }]
      return (await control('POST', `shops/${accountId}/orders`, { items, state: 'CREATED' })).id
    },
    async stop(): Promise<void> {
      proxy.closeAllConnections()
      proxy.close()
      await meta.stop()
    },
  }
}

function forward(to: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = incoming
  const target = new URL(url ?? '/', to)
  const forwarded = request(target, { method, headers: { ...headers, host: target.host } }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers)
    upstream.pipe(response)
  })
  forwarded.on('error', () => response.destroy())
  incoming.pipe(forwarded)
}
