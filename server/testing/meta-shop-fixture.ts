import { onTestFinished } from 'vitest'
import { startMeta, type RunningMeta } from '#emulators/meta/start-meta.ts'
import { createShop } from '#emulators/meta/state.ts'
import { createMetaShops } from '#server/integrations/meta/channel.ts'
import { createGraphClient, type MetaSettings } from '#server/integrations/meta/client.ts'
import type { ChannelConnection } from '#server/ports/channel.ts'
import { bareConnection } from './channels.ts'

export const appSecret = 'the secret of the application'
export const accountId = '1029384756102938'
export const catalogId = '5647382910564738'
export const token = 'EAAB-a-token-of-the-shop'

/** A shop on the Meta emulator, whose clock advances only while somebody waits, and a connected channel. */
export async function createMetaShopFixture(given: Partial<MetaSettings> = {}) {
  const shop = createShop({ accountId, catalogId, name: 'Northfield Goods', tokens: [token] })
  const meta = await startMeta({ appSecret, limits: 'off', speed: 0, shops: [shop] })
  onTestFinished(() => meta.stop())
  const requests: { url: URL; headers: Headers }[] = []
  const settings: MetaSettings = {
    graphUrl: meta.url,
    appSecret,
    version: '1.0.0',
    fetch: (asked, init) => {
      const { url, headers } = new Request(asked, init)
      requests.push({ url: new URL(url), headers })
      return fetch(asked, init)
    },
    timing: {
      now: () => meta.clock.time(),
      sleep: async (milliseconds) => meta.clock.advance(milliseconds),
      limit: () => new AbortController().signal,
    },
    ...given,
  }
  const client = () => createGraphClient(settings, token)
  return { meta, shop, requests, client, channel: requireAll(createMetaShops(settings)), connection }
}

export const connection: ChannelConnection = {
  ...bareConnection,
  name: 'Instagram',
  accessToken: token,
  commerceAccountId: accountId,
  catalogId,
}

/** Meta's adapter implements every optional call. */
const requireAll = (channel: ReturnType<typeof createMetaShops>) => channel as Required<typeof channel>

type Placed = { id: string }

export async function control(
  { url }: Pick<RunningMeta, 'url'>,
  method: string,
  path: string,
  body?: object,
): Promise<Placed> {
  const answer = await fetch(`${url}/_control/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Placed
}

/** Places an order of two tees and a mug. */
export async function placeOrder(meta: Pick<RunningMeta, 'url'>, given: object = {}): Promise<string> {
  const items = [
    { retailerId: 'TEE-L', quantity: 2, price: 1900, tax: 310 },
    { retailerId: 'MUG-1', quantity: 1, price: 850 },
  ]
  const { id } = await control(meta, 'POST', `shops/${accountId}/orders`, { items, state: 'CREATED', ...given })
  return id
}
