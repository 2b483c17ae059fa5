import { setTimeout as sleep } from 'node:timers/promises'
import type { SyncRun } from '#contract/marketplace.ts'
import { putItems, type StockedItem } from '#emulators/amazon/stocked-items.ts'
import { createSeller } from '#emulators/amazon/state.ts'
import { residentBytes } from './harness/measure.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const marketplaceId = 'ATVPDKIKX0DER'

export type StockedRow = Pick<StockedItem, 'sku' | 'title'> & { fulfillable: number }

export const stockOf = (name: string, count: number): StockedRow[] =>
  Array.from({ length: count }, (_, index) => ({
    sku: `${name}-${String(index).padStart(6, '0')}`,
    title: `Item ${index} of ${name}`,
    fulfillable: index % 130,
  }))

/** Puts items into the warehouses of a seller, who is new when nobody has the id. */
export function stockSeller(
  { amazon: { state, clock } }: BenchEnvironment,
  sellerId: string,
  items: StockedRow[],
): void {
  const seller = (state.sellers[sellerId] ??= createSeller({
    id: sellerId,
    name: sellerId,
    endpoint: 'na',
    marketplaceIds: [marketplaceId],
  }))
  putItems(state, seller, marketplaceId, items, clock.now())
}

export type Shop = { companyId: string; headers: Record<string, string> }

/** A company with nothing in it but somebody who signs in. */
export async function openShop({ owner, signIn }: BenchEnvironment, name: string): Promise<Shop> {
  const email = `${name}@lockstep.test`
  const { rows } = await owner.query<{ id: string }>(
    `with company as (insert into companies (id, name) values (new_id(), $1) returning id),
       settings as (insert into company_settings (company_id) select id from company)
     insert into users (id, email, role, company_id, first_name) select new_id(), $2, 'ops', id, $1 from company
     returning company_id as id`,
    [name, email],
  )
  return { companyId: rows[0]?.id ?? '', headers: await signIn(email) }
}

/** Connects a seller as the browser does; its first full sync begins with that. */
export async function connectSeller({ url, amazon }: BenchEnvironment, shop: Shop, sellerId: string): Promise<void> {
  const begun = await send(`${url}/api/amazon/auth/initiate`, shop, {
    companyId: shop.companyId,
    integrationName: sellerId,
    region: 'us',
  })
  const consent = new URL((begun as { authorizationUrl: string }).authorizationUrl)
  const redirectUri = consent.searchParams.get('redirect_uri') ?? ''
  const { code } = (await send(`${amazon.url}/_control/authorize`, null, { sellerId, redirectUri })) as { code: string }
  const answer = new URLSearchParams({
    state: consent.searchParams.get('state') ?? '',
    selling_partner_id: sellerId,
    spapi_oauth_code: code,
  })
  const reply = await fetch(`${redirectUri}?${answer.toString()}`, { headers: shop.headers, redirect: 'manual' })
  const location = reply.headers.get('location')
  if (!location?.endsWith('status=success')) throw new Error(`Connecting ended at ${location}`)
}

export const pressSync = ({ url }: BenchEnvironment, shop: Shop) => send(`${url}/api/sync/inventory`, shop, {})

export const setLimits = ({ amazon }: BenchEnvironment, limits: 'amazon' | 'off') =>
  send(`${amazon.url}/_control/limits`, null, { limits }, 'PUT')

async function send(url: string, shop: Shop | null, body: object, method = 'POST'): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...shop?.headers }
  const reply = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** What came of the newest run, and the most the server weighed meanwhile. */
export type Watched = { run: SyncRun; seconds: number; peakBytes: number }

export async function watchRun(stage: BenchEnvironment, shop: Shop, rows: number): Promise<Watched> {
  const begun = performance.now()
  let peakBytes = 0
  const run = await awaitRun(stage, shop, rows, async () => {
    peakBytes = Math.max(peakBytes, await residentBytes(stage.url))
    await sleep(100)
  })
  return { run, seconds: (performance.now() - begun) / 1000, peakBytes }
}

/** The newest run once it has ended; between two looks at it the caller waits. */
export async function awaitRun(
  { url }: BenchEnvironment,
  shop: Shop,
  rows: number,
  wait: () => Promise<unknown>,
): Promise<SyncRun> {
  for (;;) {
    const reply = await fetch(`${url}/api/amazon/sync-runs?limit=1`, { headers: shop.headers })
    const [run] = (await reply.json()) as SyncRun[]
    if (run && run.status !== 'running') {
      if (run.status === 'failed' || run.rowsRead !== rows) throw new Error(JSON.stringify(run))
      return run
    }
    await wait()
  }
}
