import { buildCompany, buildSku, buildUser } from '#server/testing/builders.ts'
import { buildChangeSet } from '#server/testing/bulk-fixture.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildSamples, everyEndpoint } from '#server/testing/endpoint-samples/every-endpoint.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { publicSamples } from '#server/testing/endpoint-samples/order-samples.ts'
import { withClient } from '#server/testing/postgres.ts'
import { buildPromotion } from '#server/testing/promotions.ts'
import { createCallers } from '../harness/callers.ts'
import type { Web } from '../harness/web-server.ts'
import { readRoutes, sampleFinder, type SampleOf } from '../harness/routes.ts'
import { companyColumns } from './table-hashes.ts'

export type IsolatedCompanies = Awaited<ReturnType<typeof createIsolatedCompanies>>

/** Two companies that have the same, and the people and programs of the one, who will ask for what is the other's. */
export async function createIsolatedCompanies({ deps, url, ownerUrl }: Web) {
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
    routes: await readRoutes(url),
    stolen: await buildOther(deps, other.id, third.id, ownerUrl),
  }
}

/** What the other company has, and how it is called there. */
async function buildOther(deps: Web['deps'], companyId: string, thirdId: string, ownerUrl: string) {
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
  const all = await readIds(ownerUrl, companyId)
  const forFiles = new Map<string, string[]>()
  for (const path of ['/api/bulk/preview', '/api/bulk/upload']) {
    const ids: string[] = []
    for (let n = 0; n < idsOfFiles; n += 1) ids.push((await buildChangeSet(deps.db, companyId)).id)
    forFiles.set(path, ids)
  }
  return { byName, all, forFiles, texts, channelId: stolenChannelId }
}

/** Whoever sends a file says under which id it shall be known to them, so that an id is theirs too from then on. */
const idsOfFiles = 7

/** As many as there are places, so that what one call makes under a text is not found by another. */
const textsOfEach = 15

/** The id of every row of a company. */
const readIds = (ownerUrl: string, companyId: string): Promise<string[]> =>
  withClient(ownerUrl, async (client) => {
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
