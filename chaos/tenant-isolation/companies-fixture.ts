import { buildCompany, buildSku, buildUser } from '#server/testing/builders.ts'
import { buildChangeSet } from '#server/testing/bulk-fixture.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildSamples, everyEndpoint } from '#server/testing/endpoint-samples/every-endpoint.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { publicSamples } from '#server/testing/endpoint-samples/order-samples.ts'
import { withClient } from '#server/testing/postgres.ts'
import { buildPromotion } from '#server/testing/promotions.ts'
import { createCallers } from '../harness/callers.ts'
import type { WebSystem } from '../harness/web-server.ts'
import { readRoutes, sampleFinder, type SampleOf } from '../harness/routes.ts'
import { companyColumns } from './table-hashes.ts'

export type IsolatedCompanies = Awaited<ReturnType<typeof createIsolatedCompanies>>

/** Two companies with the same kinds of rows, and the callers of one, who will request what belongs to the other. */
export async function createIsolatedCompanies({ deps, url, adminUrl }: WebSystem) {
  const [own, other, third] = [await buildCompany(deps.db), await buildCompany(deps.db), await buildCompany(deps.db)]
  const callers = await createCallers(deps, own.id)
  const viewerId = callers.idOf('ops')
  const samples = await buildSamples(deps, { companyId: own.id, otherCompanyId: third.id, viewerId })
  const find = sampleFinder(samples, await publicSamples(deps, own.id, third.id))
  const channel = await buildChannel(deps, own.id)
  const sampleOf: SampleOf = (route) => {
    if (route.path.startsWith('/api/feed/')) return { params: { slug: channel.slug } }
    return find(route)
  }
  return {
    callers,
    sampleOf,
    channel,
    otherCompanyId: other.id,
    routes: await readRoutes(url, callers.headersOf('ops')),
    foreign: await buildForeignCompany(deps, other.id, third.id, adminUrl),
  }
}

/** Builds the other company. Returns its ids by parameter name and its texts by field name. */
async function buildForeignCompany(deps: WebSystem['deps'], companyId: string, thirdId: string, adminUrl: string) {
  const { id: viewerId } = await buildUser(deps.db, { companyId, role: 'ops' })
  const samples = await buildSamples(deps, { companyId, otherCompanyId: thirdId, viewerId }, 'other@example.com')
  const byName = new Map<string, string[]>()
  const put = (name: string, id: string) => byName.set(name, [...new Set([...(byName.get(name) ?? []), id])])
  for (const { sampleIn } of everyEndpoint) {
    for (const [name, id] of Object.entries(sampleIn(samples).params ?? {})) put(name, id)
  }
  put('companyId', companyId)
  const { id: stolenChannelId } = await buildChannel(deps, companyId, { slug: 'stolen-shop' })
  const texts = new Map([['slug', ['stolen-shop']]])
  for (const name of ['search', 'q']) texts.set(name, ['HIDDEN'])
  await buildSku(deps.db, companyId, { sku: 'HIDDEN-SKU' })
  for (let n = 1; n <= textsOfEach; n += 1) {
    const [sku, code, externalOrderId] = [`STOLEN-SKU-${n}`, `STOLEN${n}`, `STOLEN-ORDER-${n}`]
    await buildSku(deps.db, companyId, { sku })
    await buildPromotion(deps.db, companyId, { code })
    const order = await buildOrder(deps, companyId, { externalOrderId, channelId: stolenChannelId })
    put('orderItemId', order.items[0]?.id ?? '')
    for (const [name, text] of Object.entries({ sku, code, promotionCodes: code, externalOrderId })) {
      texts.set(name, [...(texts.get(name) ?? []), text])
    }
  }
  const all = await readIds(adminUrl, companyId)
  const forFiles = new Map<string, string[]>()
  for (const path of ['/api/bulk/preview', '/api/bulk/upload']) {
    const ids: string[] = []
    for (let n = 0; n < idsOfFiles; n += 1) ids.push((await buildChangeSet(deps.db, companyId)).id)
    forFiles.set(path, ids)
  }
  return { byName, all, forFiles, texts, channelId: stolenChannelId }
}

/** An upload names its own id, which then exists in both companies; so each probe needs an id of its own. */
const idsOfFiles = 7

/** One for each location, so that a row which one probe creates under a text is not found by another. */
const textsOfEach = 15

/** The ids of all rows of a company. */
const readIds = (adminUrl: string, companyId: string): Promise<string[]> =>
  withClient(adminUrl, async (client) => {
    const ids: string[] = []
    for (const { table, column } of await companyColumns(client)) {
      const { rows } = await client.query<{ id?: string }>(
        `select to_jsonb(r) ->> 'id' as id from ${table} r where ${column}::text = $1`,
        [companyId],
      )
      for (const { id } of rows) if (id?.length === 36) ids.push(id)
    }
    return [...new Set(ids)]
  })
