import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { OrderDetail } from '#contract/orders.ts'
import { signInPath, signOutPath } from '#contract/paths.ts'
import type { CustomerRow } from '#contract/privacy.ts'
import { sampleOrder } from '#contract/public-api-manual.ts'
import type { PublicOrder } from '#contract/public-api.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Deps } from '#server/platform/context.ts'
import { openVault } from '#server/platform/crypto/open-vault.ts'
import { createEventHub } from '#server/platform/events/event-hub.ts'
import { publicUrl, testEnvironment } from './app.ts'
import { anAddress } from './shop-webhooks.ts'

/** The encryption keys in a process's environment. */
export type Keys = { ENCRYPTION_KEY: string; ENCRYPTION_KEYS_OTHER?: string }

type Server = { send(request: InjectOptions): Promise<LightMyRequestResponse>; drain(): Promise<void> }

/** Servers on one database behind a round robin, which can be restarted one by one under load. */
export async function openFleet(deps: Deps, databaseUrl: string, size: number, keys: Keys) {
  const start = (with_: Keys) => startServer(deps, databaseUrl, with_)
  const servers = await Promise.all(Array.from({ length: size }, () => start(keys)))
  let turn = 0
  return {
    send(request: InjectOptions): Promise<LightMyRequestResponse> {
      turn += 1
      const server = servers[turn % servers.length]
      if (!server) throw new Error('there is no server')
      return server.send({ remoteAddress: anAddress(), ...request })
    },
    /** A rolling restart: the new server takes over, the old one finishes its requests. */
    async restart(next: Keys): Promise<void> {
      for (const [place, old] of servers.entries()) {
        servers[place] = await start(next)
        await old.drain()
      }
    },
    close: async () => void (await Promise.all(servers.map((server) => server.drain()))),
  }
}

async function startServer(shared: Deps, databaseUrl: string, keys: Keys): Promise<Server> {
  const config = readConfig({ ...testEnvironment(databaseUrl), ...keys })
  const deps = { ...shared, config, vault: await openVault(shared.db, config) }
  const hub = createEventHub(deps)
  const { http } = await buildApp(deps, hub)
  await http.ready()
  const running = new Set<Promise<unknown>>()
  return {
    async send(request) {
      const reply = http.inject(request)
      running.add(reply)
      return reply.finally(() => running.delete(reply))
    },
    async drain() {
      await Promise.allSettled(running)
      await http.close()
      await hub.close()
    },
  }
}

type Send = (request: InjectOptions) => Promise<LightMyRequestResponse>

type Place = { channelId: string; apiKey: string; headers: Record<string, string> }

/** Requests that encrypt or decrypt something. Each throws when a reply is wrong. */
export function visitorsOf(send: Send, { channelId, apiKey, headers }: Place): (() => Promise<void>)[] {
  let orders = 0
  const sold: { id: string; email: string }[] = []

  const asked = async (url: string, payload?: object) => {
    const reply = await send({ url, headers, ...(payload ? { method: 'POST', payload } : {}) })
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    return reply
  }

  const buy = async () => {
    orders += 1
    const email = `buyer-${orders}@example.com`
    const order = { ...sampleOrder, externalOrderId: `R-${orders}`, customer: { ...sampleOrder.customer, email } }
    const authorization = { authorization: `Bearer ${apiKey}` }
    const reply = await send({ method: 'POST', url: '/api/v1/orders', headers: authorization, payload: order })
    expect(reply.statusCode, reply.body).toBe(201)
    const sale = { id: reply.json<PublicOrder>().id, email }
    sold.push(sale)
    return sale
  }

  /** An older sale, so that it was encrypted with an earlier key. */
  const aSale = async () => sold[Math.floor(sold.length / 2)] ?? (await buy())

  return [
    async () => void (await buy()),
    async function readOrder() {
      const sale = await aSale()
      const detail = (await asked(`/api/orders/${sale.id}`)).json<OrderDetail>()
      expect([detail.customer?.email, detail.shippingAddress?.line1]).toEqual([sale.email, '1 Main St'])
      expect((await asked(`/api/orders/${sale.id}/payloads`)).body).toContain(sale.email)
    },
    async function findCustomer() {
      const sale = await aSale()
      const found = await asked(`/api/privacy/customers?search=${encodeURIComponent(sale.email)}`)
      expect(found.json<CustomerRow[]>()).toMatchObject([{ email: sale.email, phone: '+12065550100' }])
    },
    async function readMessages() {
      const sale = await aSale()
      const messages = (await asked(`/api/notifications?orderId=${sale.id}`)).json<{ id: string }[]>()
      expect(messages.length).toBeGreaterThan(0)
      for (const { id } of messages.slice(0, 1)) await asked(`/api/notifications/${id}`)
    },
    async function changeSecret() {
      const replaced = await asked(`/api/channels/${channelId}/rotate`, { secret: 'webhookSecret', overlapHours: 24 })
      expect(replaced.json<{ value: string }>().value).toMatch(/^whsec_/)
      const shown = await asked(`/api/channels/${channelId}/reveal`, { secret: 'apiKey' })
      expect(shown.json()).toEqual({ value: apiKey })
      const feedKey = await asked(`/api/channels/${channelId}/reveal`, { secret: 'feedKey' })
      expect(feedKey.json<{ value: string }>().value).toMatch(/^ls_feed_/)
    },
    async function signInAndOut() {
      const host = new URL(publicUrl).host
      const begun = await send({ url: signInPath, headers: { host } })
      const state = new URL(String(begun.headers.location)).searchParams.get('state')
      const back = await send({
        url: `/api/callback?code=c&state=${state}`,
        headers: { host, cookie: cookiesOf(begun) },
      })
      const ended = await send({ url: signOutPath, headers: { host, cookie: cookiesOf(back) } })
      expect(ended.headers.location).toBe('https://login.example/logout?hint=id-token')
    },
  ]
}

const cookiesOf = (reply: LightMyRequestResponse) =>
  reply.cookies
    .filter(({ value }) => value)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
