import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { clicker, type Person } from './clicker.ts'
import { openOwnCompany, uploadRows } from './own-company.ts'
import { ownProduct } from './product.ts'
import { expect, test } from './sign-in.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }

/** The control API of a vendor's emulator, to act as the owner of a shop there. */
function ownerOf(page: Page, vendor: 'shopify' | 'woocommerce') {
  const saved = readFileSync(join(ownProduct().dataDir, `stand-ins/${vendor}.json`), 'utf8')
  const { port } = JSON.parse(saved) as { port: number }
  return async (method: string, path: string, data?: object) => {
    const reply = await page.request.fetch(`http://127.0.0.1:${port}/_control/${path}`, { method, data })
    expect(reply.status(), `${method} ${path}`).toBe(200)
    return reply.json() as Promise<unknown>
  }
}

async function openChannelsWithStock(page: Page): Promise<void> {
  await openOwnCompany(page, '/channels')
  await uploadRows(page, [
    ['TEE-L', 'Tee, large', 19, 40],
    ['MUG', 'Enamel mug', 12, 7],
  ])
}

async function chooseType(person: Person, type: string): Promise<void> {
  await person.click('Add Channel')
  await person.click('Type', 'combobox')
  await person.click(type, 'option')
}

/** From the first look at the shop to its stock: matched products are looked at, and the shop is started. */
async function start(page: Page, person: Person): Promise<void> {
  await person.click('Match products')
  await expect(page.getByText('2 products matched. Nothing has been sent to the shop yet.')).toBeVisible()
  await person.click('Start')
  await expect(
    page.getByText('The quantities for 2 products will be replaced by Lockstep’s.', { exact: false }),
  ).toBeVisible()
  await person.click('Start')
}

const orders = async (page: Page) =>
  (await (await page.request.get('/api/orders', { headers })).json()) as { externalOrderId: string; status: string }[]

test('a newcomer connects a WooCommerce shop by its consent page: stock is confirmed there, and an order comes in', async ({
  page,
}) => {
  await openChannelsWithStock(page)
  const owner = ownerOf(page, 'woocommerce')
  const slug = `shop-${Date.now()}`
  const { url } = (await owner('POST', 'shops', { slug, name: 'Alder Shop' })) as { url: string }
  const products = [
    { id: 11, name: 'Tee, large', sku: 'TEE-L', stockQuantity: 3 },
    { id: 12, name: 'Enamel mug', sku: 'mug', stockQuantity: 3 },
  ]
  await owner('POST', `shops/${slug}/products`, { products })
  const person = clicker(page)
  await chooseType(person, 'WooCommerce')
  await page.getByLabel('Shop address').fill(url)
  await person.click('Connect with WooCommerce')
  await person.click('Approve')
  await expect(page.getByText('Alder Shop is connected')).toBeVisible()
  await start(page, person)
  const shown = async () => {
    const { shops } = (await owner('GET', 'shops')) as {
      shops: { slug: string; products: { stockQuantity: number }[] }[]
    }
    return shops.find((shop) => shop.slug === slug)?.products.map(({ stockQuantity }) => stockQuantity)
  }
  await expect.poll(shown).toEqual([40, 7])
  await owner('POST', `shops/${slug}/orders`, { lines: [{ productId: 11, quantity: 2 }] })
  await expect.poll(async () => (await orders(page)).length, { timeout: 30_000 }).toBe(1)
  person.report('WooCommerce, from Add Channel to the first order and the first stock confirmed')
  expect(person.clicks()).toBeLessThanOrEqual(9)
  // What the order took is told to the shop as a matter of course: it took the units off itself.
  await expect.poll(shown).toEqual([38, 7])
})

test('a newcomer connects a Shopify store by an app of its own: stock is confirmed there, and an order comes in', async ({
  page,
}) => {
  await openChannelsWithStock(page)
  const owner = ownerOf(page, 'shopify')
  const name = `store-${Date.now()}`
  const app = (await owner('POST', 'shops', { name, title: 'Birch Store' })) as {
    clientId: string
    clientSecret: string
  }
  await owner('POST', `shops/${name}/variants`, {
    variants: [
      { sku: 'TEE-L', productTitle: 'Tee, large', available: 3 },
      { sku: 'MUG', productTitle: 'Enamel mug', available: 3 },
    ],
  })
  const person = clicker(page)
  await chooseType(person, 'Shopify')
  await page.getByLabel('Shop name').fill(name)
  await page.getByLabel('Client ID').fill(app.clientId)
  await page.getByLabel('Client secret').fill(app.clientSecret)
  await person.click('Connect')
  await expect(page.getByText('Birch Store is connected')).toBeVisible()
  await start(page, person)
  const shown = async () => {
    const shop = (await owner('GET', `shops/${name}`)) as {
      variants: { levels: Record<string, { available: number }> }[]
    }
    return shop.variants.map(({ levels }) => Object.values(levels)[0]?.available)
  }
  await expect.poll(shown).toEqual([40, 7])
  await owner('POST', `shops/${name}/orders`, { lines: [{ sku: 'TEE-L', quantity: 2 }] })
  await expect.poll(async () => (await orders(page)).length, { timeout: 30_000 }).toBe(1)
  person.report('Shopify, from Add Channel to the first order and the first stock confirmed')
  expect(person.clicks()).toBeLessThanOrEqual(9)
  await expect.poll(shown).toEqual([38, 7])
})
