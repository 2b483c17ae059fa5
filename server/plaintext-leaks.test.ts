import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NewApiKey } from '#contract/api-keys.ts'
import { sampleOrder } from '#contract/public-api-manual.ts'
import { authenticate } from '#server/features/auth/authenticate.ts'
import { signIn } from '#server/features/auth/sign-in.ts'
import { processInbox } from '#server/features/orders/intake/process-inbox.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { createLog } from '#server/platform/log.ts'
import { Rejected } from '#server/ports/failure.ts'
import { createTestApp, manualClock, noPorts, type Browser } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { createChannelAs } from '#server/testing/channels.ts'
import { deliver, signDelivery } from '#server/testing/shop-webhooks.ts'
import { FakeFulfillment } from '#server/testing/fake-fulfillment.ts'
import { changeSettings, countStock } from '#server/testing/stock.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'
import { readWholeDatabase } from '#server/testing/database-contents.ts'
import { handlers } from './worker.ts'

/** Words that stand nowhere but where a customer's data or a credential does. */
const personal = {
  email: 'canary.mail@customer.example',
  phone: '+12065557788',
  line1: '77 Canary Quay',
  line2: 'Canary Loft 9',
}
const secret = {
  idToken: 'canary-id-token',
  refreshToken: 'canary-refresh-token',
  accessToken: 'canary-access-token',
}

const clock = manualClock()
const lines: string[] = []
const log = createLog({ LOG_LEVEL: 'trace' }, 'test', { write: (line: string) => void lines.push(line) })
let server: Awaited<ReturnType<typeof createTestApp>>

/** Whoever is asked says no, and quotes what was asked. */
class QuotingFulfillment extends FakeFulfillment {
  override submit(): Promise<never> {
    return Promise.reject(new Rejected(`The address ${personal.line1} is not served`))
  }
}

beforeAll(async () => {
  server = await createTestApp({ clock, log, ports: { ...noPorts, fulfillment: new QuotingFulfillment(clock) } })
})
afterAll(() => server.close())

const { email, phone, line1, line2 } = personal
const order = (externalOrderId: string) => ({
  ...sampleOrder,
  externalOrderId,
  placedAt: clock.now().toISOString(),
  customer: { email, phone, firstName: 'Ana', lastName: 'Ruiz' },
  shippingAddress: { ...sampleOrder.shippingAddress, line1, line2 },
})

const succeeded = <Reply extends { statusCode: number; body: string }>(reply: Reply): Reply => {
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply
}

/** A channel with all of its secrets, which are answered in clear. */
async function openChannel(olive: Browser) {
  const channel = await createChannelAs(olive)
  const reveal = async (which: string) =>
    succeeded(await olive.post(`/api/channels/${channel.id}/reveal`, { secret: which })).json<{ value: string }>().value
  const rotated = succeeded(
    await olive.post(`/api/channels/${channel.id}/rotate`, { secret: 'webhookSecret', overlapHours: 24 }),
  ).json<{ value: string }>().value
  const { id, slug, apiKey, webhookSecret } = channel
  const [feedKey, signingSecret] = [await reveal('feedKey'), await reveal('signingSecret')]
  succeeded(await server.app.http.inject({ url: `/api/feed/${slug}.json?key=${feedKey}` }))
  return { id, apiKey: apiKey ?? '', feedKey, webhookSecret, rotated, signingSecret }
}

type Channel = Awaited<ReturnType<typeof openChannel>>

/** Orders by webhook and API, one that can't be understood, one that nobody signed and one that is refused. */
async function tellOrders({ id, apiKey, rotated }: Channel) {
  const signed = (body: string) => ({ headers: signDelivery(rotated, { at: clock.now(), body }), body })
  const told = JSON.stringify({
    type: 'order.created',
    timestamp: clock.now().toISOString(),
    data: order('by-webhook'),
  })
  succeeded(await deliver(server.app, id, signed(told)))
  succeeded(await deliver(server.app, id, signed(`{"type":"order.created","data":{"customer":"${email} ${line1}"}}`)))
  await deliver(server.app, id, { headers: { 'webhook-signature': 'of nobody' }, body: told })
  const call = (payload: object) =>
    server.app.http.inject({
      method: 'POST',
      url: '/api/v1/orders',
      headers: { authorization: `Bearer ${apiKey}` },
      payload,
    })
  const created = succeeded(await call(order('by-api'))).json<{ id: string }>()
  expect((await call({ ...order('refused'), currency: email, items: [{ sku: line1 }] })).statusCode).toBe(422)
  return created.id
}

it('neither database nor log contains an e-mail address, phone, street or credential in clear', async () => {
  const { deps } = server
  const olive = await server.as('ops')
  const companyId = olive.user.companyId ?? ''
  const ctx = companyContext(deps, { actor: { type: 'job', name: 'test' }, origin: noOrigin }, companyId)
  await changeSettings(deps.db, companyId, { customerEmail: true, customerSms: true })
  const identity = { issuer: 'https://login.example', subject: 'o', email: olive.user.email, isEmailVerified: true }
  const person = { ...identity, firstName: 'Olive', lastName: null, pictureUrl: null }
  const completed = { identity: person, idToken: secret.idToken, authenticatedAt: null, providerSessionId: null }
  await signIn(deps, { ...completed, sid: 'sid', previousSid: null, expectedUserId: null, origin: noOrigin })
  expect(await authenticate(deps, 'sid')).not.toBeNull()
  await buildAccount(deps, companyId, { refreshToken: secret.refreshToken })
  await deps.shared.cache.set(secret.refreshToken, secret.accessToken, 60_000)
  const { id: skuId } = await buildSku(deps.db, companyId, { sku: 'TEE-L', stockHolder: 'amazon' })
  await countStock(deps.db, companyId, skuId, { available: 100 })
  const channel = await openChannel(olive)
  const key = succeeded(await olive.post('/api/settings/api-keys', { name: 'ERP', scopes: ['orders.write'] }))
  const orderId = await tellOrders(channel)
  await processInbox(ctx)
  const address = {
    recipientName: 'Ana',
    line1,
    line2,
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    country: 'US',
  }
  const at = `/api/orders/${orderId}`
  const put = { method: 'PUT', url: `${at}/address`, headers: olive.headers, payload: address } as const
  succeeded(await server.app.http.inject(put))
  succeeded(await olive.get(at))
  succeeded(await olive.get(`${at}/payloads`))
  succeeded(await olive.get(`/api/orders?search=${encodeURIComponent(email)}`))
  const found = succeeded(await olive.get(`/api/privacy/customers?search=${encodeURIComponent(email)}`))
  const [customer] = found.json<{ id: string }[]>()
  succeeded(await olive.get(`/api/privacy/customers/${customer?.id}/export`))
  succeeded(await olive.post(`${at}/fulfill`, {}))
  await handlers['orders.send'](ctx, {})
  await handlers['notifications.send'](ctx, {})

  const { id: _id, ...ofChannel } = channel
  const cookie = olive.headers.cookie.split('=')[1] ?? ''
  const credentials = { ...secret, ...ofChannel, cookie, programKey: key.json<NewApiKey>().key }
  const canaries = Object.entries({ ...personal, ...credentials })
  expect(canaries.filter(([, value]) => value.length < 10)).toEqual([])
  const whole = await readWholeDatabase(server.database.adminUrl)
  expect(whole.get('public.customers')).toContain('v1.')
  expect(whole.get('public.notifications')).toContain('v1.')
  expect(whole.get('public.shared_texts')).toContain('v1.')
  const leaks = canaries.flatMap(([name, value]) => [
    ...[...whole].filter(([, text]) => text.includes(value)).map(([table]) => `${name} in ${table}`),
    ...lines
      .filter((line) => line.includes(value) || line.includes(encodeURIComponent(value)))
      .map(() => `${name} in the log`),
  ])
  expect(leaks).toEqual([])
  expect(lines.length).toBeGreaterThan(10)
})

it('the audit log contains no typed reasons, because it is never erased', async () => {
  const olive = await server.as('ops')
  const orderId = await tellOrders(await openChannel(olive))
  const written = ['bo@customer.example', '9 Typed Row', '+12065559911']
  const reason = `Bo wrote from ${written[0]}: moved to ${written[1]}, call ${written[2]}`
  succeeded(await olive.post(`/api/orders/${orderId}/cancel`, { reason }))
  const log = (await readWholeDatabase(server.database.adminUrl)).get('public.audit_log') ?? ''
  expect(log).toContain('B•••')
  expect(written.filter((value) => log.includes(value))).toEqual([])
})
