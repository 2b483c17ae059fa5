import { expect, test } from 'vitest'
import { setStatus, trashOrder } from '#emulators/woocommerce/orders/order-actions.ts'
import { createWooFixture, listenForWebhooks } from '#server/testing/woocommerce-shop-fixture.ts'

const secret = 'a secret & of <our> own'
const mill = { productId: 11, quantity: 1 }

test('missing webhooks are created, doubled ones deleted, and then there is nothing to do', async () => {
  const { adapter, connection, shop, woo } = await createWooFixture()
  const { url, received } = await listenForWebhooks()
  const made = await adapter.ensureWebhooks(connection, { url, secret })
  expect(made.healed).toEqual([
    'created order.created',
    'created order.updated',
    'created order.deleted',
    'created order.restored',
  ])
  expect(shop.webhooks.map((webhook) => webhook.secret)).toEqual([secret, secret, secret, secret])
  expect(received.map(({ body }) => body.toString())).toEqual(shop.webhooks.map(({ id }) => `webhook_id=${id}`))
  const connected = { ...connection, state: made.state }
  expect((await adapter.ensureWebhooks(connected, { url, secret })).healed).toEqual([])
  const [first] = shop.webhooks
  if (first) shop.webhooks.push({ ...first, id: 900 }, { ...first, id: 901, deliveryUrl: 'https://other.example/' })
  expect((await adapter.ensureWebhooks(connected, { url, secret })).healed).toEqual([
    'deleted 1 duplicate order.created',
  ])
  await adapter.removeWebhooks(connected, { url })
  expect(shop.webhooks.map(({ id }) => id)).toEqual([901])
  expect(woo.state.violations).toEqual([])
})

test('a webhook that failures have switched off works again for more than one failure', async () => {
  const { adapter, connection, shop, woo, place } = await createWooFixture()
  const listener = await listenForWebhooks({ status: 500 })
  const { state } = await adapter.ensureWebhooks(connection, { url: listener.url, secret })
  for (let count = 0; count < 7; count += 1) {
    place({ lines: [mill] })
    await woo.emulator.catchUp()
  }
  expect(shop.webhooks.filter(({ status }) => status === 'disabled').map(({ topic }) => topic)).toEqual([
    'order.created',
    'order.updated',
  ])
  const report = await adapter.ensureWebhooks({ ...connection, state }, { url: listener.url, secret })
  expect(report.healed).toEqual(['switched order.created on again', 'switched order.updated on again'])
  expect(shop.webhooks.map(({ status, failures }) => [status, failures])).toEqual(
    Array.from({ length: 4 }, () => ['active', 0]),
  )
})

test('a new secret is set, because the shop does not show the one it has', async () => {
  const { adapter, connection, shop } = await createWooFixture()
  const { url } = await listenForWebhooks()
  const { state } = await adapter.ensureWebhooks(connection, { url, secret })
  const { healed } = await adapter.ensureWebhooks({ ...connection, state }, { url, secret: 'the next one' })
  expect(healed).toHaveLength(4)
  expect(new Set(shop.webhooks.map((webhook) => webhook.secret))).toEqual(new Set(['the next one']))
})

test('what the shop sends is genuine and is read as far as its message says everything', async () => {
  const { adapter, connection, woo, place, call } = await createWooFixture()
  const { url, received } = await listenForWebhooks()
  await adapter.ensureWebhooks(connection, { url, secret })
  received.length = 0
  const readings = async () => {
    await woo.emulator.catchUp()
    const deliveries = received.splice(0)
    expect(deliveries.every((delivery) => adapter.verify(delivery, { secrets: [secret] }).isGenuine)).toBe(true)
    return deliveries.map((delivery) => adapter.read(delivery))
  }
  const whole = place({ lines: [mill] })
  expect((await readings()).map(({ kind }) => kind)).toEqual(['order', 'order'])
  place({ lines: [mill, { productId: 12, quantity: 1 }] })
  expect((await readings()).map(({ kind }) => kind)).toEqual(['fetch', 'fetch'])
  setStatus(call(), whole, 'failed')
  expect(await readings()).toMatchObject([{ kind: 'held', externalOrderId: String(whole.id) }])
  trashOrder(call(), whole)
  expect(await readings()).toEqual([
    { kind: 'fetch', eventType: 'order.updated', externalOrderId: String(whole.id), eventAt: null },
  ])
})

test('orders whose webhooks are lost are found by the poll', async () => {
  const { adapter, connection, woo, place, poll } = await createWooFixture()
  const { url, received } = await listenForWebhooks()
  await adapter.ensureWebhooks(connection, { url, secret })
  received.length = 0
  const { next } = await poll(null)
  woo.state.disturbance = { lost: 1, doubled: 0, late: 0, lateSeconds: 0 }
  const order = place({ lines: [mill] })
  await woo.emulator.catchUp()
  expect(received).toEqual([])
  expect((await poll(next)).readings).toMatchObject([{ event: { order: { externalOrderId: String(order.id) } } }])
})
