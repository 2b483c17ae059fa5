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

/** Meta's stand-in behind a door at which whoever asks for one of some orders waits for ever, and nobody sees a list. */
export async function startSilentMeta() {
  const shop = createShop({ accountId, catalogId, name: 'Northfield Goods', tokens: [token] })
  const meta = await startMeta({ appSecret, limits: 'off', shops: [shop] })
  const silentAbout = new Set<string>()
  const door = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', meta.url)
    if ([...silentAbout].some((id) => pathname.includes(id))) return
    if (pathname.endsWith('/commerce_orders')) return void answer.writeHead(500).end('{}')
    passOn(meta.url, asked, answer)
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const control = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${meta.url}/_control/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as { id: string }
  }
  return {
    silentAbout,
    env: { META_GRAPH_URL: `http://127.0.0.1:${(door.address() as AddressInfo).port}`, META_APP_SECRET: appSecret },
    channel: {
      type: 'meta_shops',
      accessToken: token,
      webhookSecret: verifyToken,
      config: { commerceAccountId: accountId, catalogId },
    } as const,
    subscribe: (url: string) => control('PUT', 'subscription', { url, verifyToken }),
    /** Somebody buys; Meta names the order to us. */
    async sell(sku: string): Promise<string> {
      const items = [{ retailerId: sku, quantity: 1, price: 1900 }]
      return (await control('POST', `shops/${accountId}/orders`, { items, state: 'CREATED' })).id
    },
    async stop(): Promise<void> {
      door.closeAllConnections()
      door.close()
      await meta.stop()
    },
  }
}

function passOn(to: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url } = asked
  const passed = request(new URL(url ?? '/', to), { method, headers }, (said) => {
    answer.writeHead(said.statusCode ?? 502, said.headers)
    said.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
}
