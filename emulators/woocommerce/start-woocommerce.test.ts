import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { firstShop } from './first-shop.ts'
import { startWoocommerce } from './start-woocommerce.ts'

async function startForTest() {
  const shop = firstShop()
  const woo = await startWoocommerce({ speed: 0, shops: [shop] })
  woo.state.queueSeconds = 0
  onTestFinished(() => woo.stop())
  const site = `${woo.url}/${shop.slug}`
  const [key] = shop.keys
  const authorization = `Basic ${Buffer.from(`${key?.key}:${key?.secret}`).toString('base64')}`
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${site}/wp-json/${path}`, {
      method,
      headers: { authorization },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, data: (await response.json()) as Record<string, unknown> }
  }
  const command = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${woo.url}/_control/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await response.json()) as Record<string, unknown>
  }
  return { woo, shop, site, ask, command }
}

/** An application's server that answers with the given statuses and records what it was sent. */
async function listen(answers: number[]) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(answers.shift() ?? 200).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, bodies }
}

test('shops, orders and port survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-woocommerce-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const options = { stateFile: join(folder, 'woocommerce.json') }
  const first = await startWoocommerce(options)
  first.state.shops[0]?.products.pop()
  await first.stop()
  const second = await startWoocommerce(options)
  onTestFinished(() => second.stop())
  expect(second.url).toBe(first.url)
  expect(second.state).toEqual(first.state)
})

test('a request with an unknown field or a wrong type is refused and counted', async () => {
  const { ask, command } = await startForTest()
  const wrong = [
    await ask('POST', 'wc/v3/products/batch', { update: [{ id: 11, stock_quantity: '5' }] }),
    await ask('POST', 'wc/v3/products/batch', { update: [{ id: 11, stok_quantity: 5 }] }),
    await ask('GET', 'wc/v3/orders?modified_after=2026-01-01T00:00:00Z&dates_are_gmt=true'),
    await ask('GET', 'wc/v3/orders?modified_after=2026-01-01T00:00:00'),
    await ask('GET', 'wc/v3/products?per_page=101'),
  ]
  expect(wrong.map(({ status, data }) => [status, data['code']])).toEqual(wrong.map(() => [400, 'rest_invalid_param']))
  expect(await command('GET', 'violations')).toMatchObject({ requests: 5, violations: { length: 5 } })
})

test('a quantity is dropped without an error where stock is not managed', async () => {
  const { ask, shop } = await startForTest()
  const { status, data } = await ask('POST', 'wc/v3/products/batch', {
    update: [
      { id: 14, stock_quantity: 5 },
      { id: 999, stock_quantity: 5 },
      { id: 21, stock_quantity: 5 },
    ],
  })
  expect(status).toBe(200)
  expect(data['update']).toMatchObject([
    { id: 14, manage_stock: false, stock_quantity: null },
    { id: 999, error: { code: 'woocommerce_rest_product_invalid_id' } },
    { id: 21, error: { code: 'woocommerce_rest_invalid_product_id' } },
  ])
  shop.managesStock = false
  const off = await ask('POST', 'wc/v3/products/batch', { update: [{ id: 11, stock_quantity: 5 }] })
  expect(off.data['update']).toMatchObject([{ manage_stock: false, stock_quantity: 10 }])
})

test('stock falls on sale and comes back on a cancellation, and the log has every quantity', async () => {
  const { command, shop } = await startForTest()
  const { id } = await command('POST', `shops/${shop.slug}/orders`, { lines: [{ productId: 11, quantity: 3 }] })
  await command('POST', `shops/${shop.slug}/orders/${String(id)}/status`, { status: 'cancelled' })
  const { entries } = await command('GET', `shops/${shop.slug}/stock-log`)
  expect(entries).toMatchObject([
    { productId: 11, quantity: 7 },
    { productId: 11, quantity: 10 },
  ])
  expect(await command('POST', `shops/${shop.slug}/orders`, { lines: [{ productId: 11, quantity: 11 }] })).toEqual({
    error: 'There are only 10 of Salt &amp; Pepper Mill.',
  })
})

test('consent posts a key that works, and takes it back when the application does not answer 200', async () => {
  const { site, shop } = await startForTest()
  const { url, bodies } = await listen([200, 201])
  const asked = {
    app_name: 'Lockstep',
    scope: 'read_write',
    user_id: 'token-1',
    return_url: 'http://127.0.0.1:1/back?a=1',
    callback_url: url,
  }
  const page = await fetch(`${site}/wc-auth/v1/authorize?${new URLSearchParams(asked).toString()}`)
  expect(await page.text()).toContain('Lockstep would like to connect')
  const decide = (decision: string, origin = new URL(site).origin) =>
    fetch(`${site}/wc-auth/v1/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin },
      body: new URLSearchParams({ ...asked, decision }),
    })
  expect((await decide('approve', 'http://evil.example')).status).toBe(403)
  const approved = await decide('approve')
  expect(approved.headers.get('location')).toBe('http://127.0.0.1:1/back?a=1&success=1&user_id=token-1')
  const given = JSON.parse(bodies[0] ?? '{}') as Record<string, unknown>
  expect(given).toEqual({
    key_id: shop.keys[1]?.id,
    user_id: 'token-1',
    consumer_key: shop.keys[1]?.key,
    consumer_secret: shop.keys[1]?.secret,
    key_permissions: 'read_write',
  })
  expect((await decide('approve')).status).toBe(401)
  expect(shop.keys).toHaveLength(2)
  expect((await decide('deny')).headers.get('location')).toContain('success=0')
})

test('on the owner’s page a customer buys, and the owner acts on the order', async () => {
  const { site, shop } = await startForTest()
  const press = (fields: Record<string, string>, origin = new URL(site).origin) =>
    fetch(`${site}/`, { method: 'POST', body: new URLSearchParams(fields), headers: { origin } })
  expect((await press({ do: 'buy', product: '11' }, 'http://evil.example')).status).toBe(403)
  const page = await (await press({ do: 'buy', product: '11' })).text()
  expect(page).toContain('Salt &amp; Pepper Mill')
  const order = shop.orders[0]
  expect(order).toMatchObject({ status: 'processing', lines: [{ quantity: 1 }] })
  for (const [verb, status] of [
    ['hold', 'on-hold'],
    ['pay', 'processing'],
    ['trash', 'trash'],
    ['restore', 'processing'],
  ]) {
    await press({ do: verb ?? '', order: String(order?.id) })
    expect(order?.status).toBe(status)
  }
})

test('fulfillments answer 404 until they are switched on', async () => {
  const { ask, command, shop } = await startForTest()
  const { id } = await command('POST', `shops/${shop.slug}/orders`, { lines: [{ productId: 11, quantity: 1 }] })
  expect((await ask('GET', `wc/v3/orders/${String(id)}/fulfillments`)).data['code']).toBe('rest_no_route')
  await command('PUT', `shops/${shop.slug}`, { fulfillmentsOn: true })
  expect((await ask('GET', `wc/v3/orders/${String(id)}/fulfillments`)).data).toEqual([])
})

test('the control plane takes no command from a page in a browser', async () => {
  const { woo } = await startForTest()
  const answer = await fetch(`${woo.url}/_control/shops`, { headers: { origin: 'http://evil.example' } })
  expect(answer.status).toBe(403)
})
