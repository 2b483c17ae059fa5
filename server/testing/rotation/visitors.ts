import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { CustomerRow } from '#contract/privacy.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { PublicOrder } from '#contract/public-api.ts'
import { sampleOrder } from '#contract/public-api-manual.ts'
import { signInPath, signOutPath } from '#contract/sign-in-paths.ts'
import { publicUrl } from '../app.ts'

type Send = (request: InjectOptions) => Promise<LightMyRequestResponse>
type Place = { channelId: string; apiKey: string; headers: Record<string, string> }

/** What people and programs do all day that seals something or opens it. Each fails where an answer is not as it should be. */
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

  /** One of a while ago, so that it was sealed with an earlier key. */
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
