import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { ownProduct } from './product.ts'

export type Website = { id: string; name: string; intakeUrl: string; apiKey: string; webhookSecret: string }

/** Adds a website channel to the current company. Returns it with its keys. */
export async function addWebsite(page: Page, name: string): Promise<Website> {
  const made = await page.request.post('/api/channels', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    data: { name, type: 'website' },
  })
  expect(made.status()).toBe(201)
  const channel = (await made.json()) as Omit<Website, 'intakeUrl'>
  return { ...channel, intakeUrl: intakeUrlOf(channel.id) }
}

export const intakeUrlOf = (channelId: string) => new URL(`/api/webhooks/${channelId}`, ownProduct().url).href

type Delivery = { id?: string; secret?: string }

/** Posts an event as the website would, signed with the Standard Webhooks library. Returns the status. */
export async function deliver(website: Website, event: object, given: Delivery = {}): Promise<number> {
  const { id = randomUUID(), secret = website.webhookSecret } = given
  const now = new Date()
  const body = JSON.stringify(event)
  const reply = await fetch(website.intakeUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    },
    body,
  })
  return reply.status
}

type Order = { id: string; orderNumber: string; status: string }

/** Orders of the website, newest first. */
export async function ordersOf(page: Page, { id }: Website): Promise<Order[]> {
  return (await (await page.request.get(`/api/orders?channelId=${id}`)).json()) as Order[]
}

const address = { line1: '1 Main St', city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US' }

/** An order of one SKU, two units of it unless said otherwise. */
export const orderCreated = (externalOrderId: string, sku: string, quantity = 2) => ({
  type: 'order.created',
  timestamp: new Date().toISOString(),
  data: {
    externalOrderId,
    customer: { email: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz' },
    shippingAddress: address,
    items: [{ sku, quantity, unitPrice: '19.00' }],
  },
})

/** Adds a website with these orders and opens the list filtered to it; `query` is appended to the URL. */
export async function openOrders(page: Page, name: string, sold: object[] = [], query = ''): Promise<Website> {
  const website = await addWebsite(page, name)
  for (const order of sold) expect(await deliver(website, order)).toBe(202)
  await expect.poll(() => ordersOf(page, website)).toHaveLength(sold.length)
  const listening = page.waitForResponse('**/api/events')
  await page.goto(`/orders?channelId=${website.id}${query}`)
  await listening
  return website
}

export const cardOf = (page: Page, externalOrderId: string): Locator =>
  page.getByRole('region', { name: `#${externalOrderId}`, exact: true })
