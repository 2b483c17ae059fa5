import { Webhook } from 'standardwebhooks'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildSamples, type Sample } from '#server/testing/endpoint-samples/every-endpoint.ts'
import { publicSamples } from '#server/testing/endpoint-samples/order-samples.ts'
import { webhookOf, type Shop } from '#server/testing/shop-webhooks.ts'
import { callerFor, createCallers } from '../harness/callers.ts'
import type { WebSystem } from '../harness/web-server.ts'
import { fillPath, readRoutes, sampleFinder, type Route, type SampleOf } from '../harness/routes.ts'
import { send } from '../harness/raw-request.ts'

const route = (method: string, path: string, query: string[] = []): Route => ({
  method,
  path,
  access: 'public',
  params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
  query: Object.fromEntries(query.map((name) => [name, { type: 'string' }])),
  body: null,
  takesFile: false,
})

/** Routes outside the API, which the OpenAPI document does not list. */
const otherRoutes = [
  route('GET', '/api/login', ['returnTo', 'moved']),
  route('GET', '/api/callback', ['code', 'state', 'iss', 'error']),
  route('GET', '/api/logout'),
  route('GET', '/api/amazon/auth/callback', ['state', 'spapi_oauth_code', 'selling_partner_id']),
  route('POST', '/api/webhooks/sms'),
  route('GET', '/api/unsubscribe/{token}'),
  route('POST', '/api/unsubscribe/{token}'),
  route('GET', '/api/openapi.json'),
  route('GET', '/api/docs'),
  route('GET', '/metrics'),
  route('GET', '/'),
  route('GET', '/assets/{file}'),
]

export type FuzzFixture = Awaited<ReturnType<typeof createFuzzFixture>>

/** A company with rows of every kind, its callers, and a valid sample request of each route. */
export async function createFuzzFixture({ deps, url }: WebSystem) {
  const { id: companyId } = await buildCompany(deps.db)
  const { id: otherCompanyId } = await buildCompany(deps.db)
  const callers = await createCallers(deps, companyId)
  const parties = { companyId, otherCompanyId, viewerId: callers.idOf('ops') }
  const samples = await buildSamples(deps, parties)
  const find = sampleFinder(samples, await publicSamples(deps, companyId, otherCompanyId))
  const { id, webhookSecret, apiKey, feedKey, slug } = await buildChannel(deps, companyId)
  const shop: Shop = { id, platform: 'standard', webhookSecret, apiKey: apiKey ?? '' }
  const sampleOf: SampleOf = (route) => {
    if (route.path.startsWith('/api/feed/')) return { params: { slug }, query: { key: feedKey ?? '' } }
    return route.path === webhookPath ? { params: { channelId: id }, body: orderOf(shop) } : find(route)
  }
  const routes = [...(await readRoutes(url, callers.headersOf('ops'))), ...otherRoutes]
  const deleted = await deleteSome(url, routes, find, callers)
  // The deleted rows are gone, so the samples for all further requests are built anew.
  const again = await buildSamples(deps, parties, 'newer@example.com')
  const findAgain = sampleFinder(again, await publicSamples(deps, companyId, otherCompanyId))
  const fresh: SampleOf = (route) => ({ ...sampleOf(route), ...findAgain(route) })
  return { routes, callers, sampleOf: fresh, deleted, shop }
}

export const webhookPath = '/api/webhooks/{channelId}'

const anOrder = { externalOrderId: '7001', lines: [{ sku: 'TEE-L', quantity: 1, unitPrice: '19.00' }] }
const orderOf = (shop: Shop) => JSON.parse(webhookOf(shop, anOrder).body) as object

/** Headers of a Standard Webhooks signature by the shop. */
export function signatureOf(
  { webhookSecret }: Pick<Shop, 'webhookSecret'>,
  bytes: Buffer,
  deliveryId: string,
): Record<string, string> {
  const now = new Date()
  return {
    'webhook-id': deliveryId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(webhookSecret).sign(deliveryId, now, bytes.toString('utf8')),
  }
}

/** Deletes, revokes and ends whatever can be; returns the ids. */
async function deleteSome(
  url: string,
  routes: readonly Route[],
  sampleOf: (route: Route) => Sample,
  callers: Awaited<ReturnType<typeof createCallers>>,
): Promise<Record<string, string>[]> {
  const deleted: Record<string, string>[] = []
  for (const route of routes.filter(({ method, path }) => method === 'DELETE' || /\/(revoke|erase|end)$/.test(path))) {
    const { params = {} } = sampleOf(route)
    const headers = callers.headersOf(callerFor(route.access, 0))
    const { status } = await send(url, {
      method: route.method,
      path: fillPath(route.path, params),
      headers,
      body: null,
    })
    if (status === 200) deleted.push(params)
  }
  return deleted
}
