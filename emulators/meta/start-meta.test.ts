import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { accountId, control, placeOrder, startForTest, token } from './fixtures/graph-caller.ts'
import { listMetaVariables, readMetaSettings } from './settings.ts'
import { startMeta } from './start-meta.ts'

test('shops, orders and port survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-meta-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const options = { appSecret: 'secret', limits: 'off', stateFile: join(folder, 'meta.json') } as const
  const first = await startMeta(options)
  const [shop] = first.state.shops
  shop?.items.push({ id: 'TEE', data: {} })
  await first.stop()
  const second = await startMeta(options)
  onTestFinished(() => second.stop())
  expect(second.url).toBe(first.url)
  expect(second.state).toEqual(first.state)
})

test('the page shows the values to enter in Lockstep, and buys what is on sale', async () => {
  const meta = await startForTest()
  const page = await (await fetch(meta.url)).text()
  for (const shown of [accountId, token, 'Northfield Goods', 'Nothing is on sale yet']) expect(page).toContain(shown)
  const data = { availability: 'in stock', price: '19.00 USD', title: '<b>' }
  meta.state.shops[0]?.items.push({ id: '<script>', data })
  const buy = (origin: string) =>
    fetch(meta.url, { method: 'POST', body: new URLSearchParams({ shop: accountId }), headers: { origin } })
  expect((await buy('http://evil.example')).status).toBe(403)
  expect(meta.state.shops[0]?.orders).toEqual([])
  const bought = await (await buy(meta.url)).text()
  expect(meta.state.shops[0]?.orders).toMatchObject([{ lines: [{ quantity: 1, price: 1900 }] }])
  expect(bought).toContain('1 × &lt;script&gt;')
})

test('the control plane takes no command from a page in a browser', async () => {
  const meta = await startForTest()
  const answer = await fetch(`${meta.url}/_control/shops`, { headers: { origin: 'http://evil.example' } })
  expect(answer.status).toBe(403)
})

test.each([
  ['an unknown path', 'POST', 'nothing', {}, 404],
  ['an unknown shop', 'GET', 'shops/1/items', undefined, 404],
  ['an order of nothing', 'POST', `shops/${accountId}/orders`, { items: [] }, 400],
  ['an unknown fault', 'POST', 'faults', { kind: 'sulk' }, 400],
  ['an order that is not there', 'POST', `shops/${accountId}/orders/1/cancel`, undefined, 404],
])('the control plane refuses %s', async (_, method, path, body, status) => {
  const meta = await startForTest()
  await placeOrder(meta)
  expect((await control(meta, method, path, body)).status).toBe(status)
})

test('settings come from the product’s own variables, and generated ones are printed', () => {
  const given = readMetaSettings({ port: '4000', state: '/state', limits: 'off' }, { META_APP_SECRET: 'given' })
  expect(given).toEqual({ port: 4000, speed: 1, limits: 'off', stateFile: '/state/meta.json', appSecret: 'given' })
  expect(listMetaVariables('http://127.0.0.1:4000', given, { META_APP_SECRET: 'given' })).toEqual([
    'META_GRAPH_URL=http://127.0.0.1:4000',
  ])
  const made = readMetaSettings({}, {})
  expect(made.limits).toBe('meta')
  expect(listMetaVariables('u', made, {})).toContain(`META_APP_SECRET=${made.appSecret}`)
  expect(() => readMetaSettings({ speed: 'fast' }, {})).toThrow('--speed')
})
