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

/** Stocks items for a seller of the Amazon emulator, who is created if the id is new. */
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

export type BenchCompany = { companyId: string; headers: Record<string, string> }

/** Creates an empty company with one signed-in user. */
export async function createCompany({ owner, signIn }: BenchEnvironment, name: string): Promise<BenchCompany> {
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

/** Connects a seller by OAuth as the browser does, which starts the first full sync. */
export async function connectSeller(
  { url, amazon }: BenchEnvironment,
  company: BenchCompany,
  sellerId: string,
): Promise<void> {
  const initiated = await send(`${url}/api/amazon/auth/initiate`, company, {
    companyId: company.companyId,
    integrationName: sellerId,
    region: 'us',
  })
  const consent = new URL((initiated as { authorizationUrl: string }).authorizationUrl)
  const redirectUri = consent.searchParams.get('redirect_uri') ?? ''
  const { code } = (await send(`${amazon.url}/_control/authorize`, null, { sellerId, redirectUri })) as { code: string }
  const callback = new URLSearchParams({
    state: consent.searchParams.get('state') ?? '',
    selling_partner_id: sellerId,
    spapi_oauth_code: code,
  })
  const reply = await fetch(`${redirectUri}?${callback.toString()}`, { headers: company.headers, redirect: 'manual' })
  const location = reply.headers.get('location')
  if (!location?.endsWith('status=success')) throw new Error(`Connecting ended at ${location}`)
}

export const startSync = ({ url }: BenchEnvironment, company: BenchCompany) =>
  send(`${url}/api/sync/inventory`, company, {})

export const setLimits = ({ amazon }: BenchEnvironment, limits: 'amazon' | 'off') =>
  send(`${amazon.url}/_control/limits`, null, { limits }, 'PUT')

type Method = 'POST' | 'PUT'

async function send(
  url: string,
  company: BenchCompany | null,
  body: object,
  method: Method = 'POST',
): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...company?.headers }
  const reply = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** The newest sync run, its duration and the peak memory of the server. */
export type WatchedRun = { run: SyncRun; seconds: number; peakBytes: number }

export async function watchRun(
  environment: BenchEnvironment,
  company: BenchCompany,
  rows: number,
): Promise<WatchedRun> {
  const startedAt = performance.now()
  let peakBytes = 0
  const run = await awaitRun(environment, company, rows, async () => {
    peakBytes = Math.max(peakBytes, await residentBytes(environment.url))
    await sleep(100)
  })
  return { run, seconds: (performance.now() - startedAt) / 1000, peakBytes }
}

/** Polls the newest run until it has ended; `wait` is called between two polls. */
export async function awaitRun(
  { url }: BenchEnvironment,
  company: BenchCompany,
  rows: number,
  wait: () => Promise<unknown>,
): Promise<SyncRun> {
  for (;;) {
    const reply = await fetch(`${url}/api/amazon/sync-runs?limit=1`, { headers: company.headers })
    const [run] = (await reply.json()) as SyncRun[]
    if (run && run.status !== 'running') {
      if (run.status === 'failed' || run.rowsRead !== rows) throw new Error(JSON.stringify(run))
      return run
    }
    await wait()
  }
}
