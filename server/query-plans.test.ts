import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildMasterKey, programWith } from '#server/testing/api-keys.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { withClient } from '#server/testing/postgres.ts'
import { fillCompany, type FilledIds, greedySteps, seemLarge, watchPlans } from '#server/testing/query-plan-fixture.ts'

/** How many of everything there are. A page of ten must not look at all of them, nor at all those before it. */
const sizes = { large: 1_200, small: 20 }
const mostRows = 150
const deep = 200

/** Their totals are kept, or counted among few: no step of theirs looks at many rows. */
const tallied = [
  '/api/orders',
  '/api/orders?status=cancelled',
  '/api/orders?channelId={channel}',
  '/api/orders?channelId={channel}&status=cancelled',
  '/api/orders?channelId=none',
  '/api/orders?channelId=none&status=cancelled',
  '/api/orders?flag=held',
  '/api/orders?flag=partial',
  '/api/orders?flag=attention',
  '/api/orders?flag=held&status=placed',
  '/api/orders?tagId={tag}',
  '/api/orders?tagId={tag}&search=WEB',
  '/api/orders?assignee=me',
  '/api/orders?assignee=nobody',
  '/api/orders?assignee=nobody&status=placed',
  '/api/orders?search=WEB-111',
  '/api/orders?search=WEB-111&status=cancelled',
  '/api/products',
  '/api/products/sheet-data',
  '/api/inventory',
  '/api/inventory?status=in_stock',
  '/api/inventory?status=low_stock',
  '/api/inventory?status=out_of_stock',
  '/api/inventory/alerts',
  '/api/v1/inventory',
  '/api/attention',
  '/api/attention?channelId={channel}',
  '/api/attention?code=bad_address',
  '/api/channels',
  '/api/products/{product}/history',
  '/api/notifications?orderId={order}',
]

/** These count what they are a page of, in an index where there is one for it. */
const counted = [
  '/api/audit',
  '/api/audit?resource=product',
  '/api/audit?actorType=job',
  '/api/audit?from=2020-01-01&to=2020-02-01',
  '/api/audit/provider-visits',
  '/api/bulk/change-sets',
  '/api/bulk/change-sets/{changeSet}/rows',
  '/api/channels/{channel}/deliveries',
  '/api/channels/{channel}/deliveries?state=refused',
  '/api/channels/{channel}/deliveries?state=waiting',
  '/api/channels/{channel}/deliveries?state=failed',
  '/api/channels/{channel}/deliveries?state=taken_in',
  '/api/channels/{channel}/deliveries?state=ignored',
  '/api/channels/{channel}/sent',
  '/api/channels/{channel}/items',
  '/api/channels/{channel}/items?state=matched',
  '/api/channels/{channel}/listings',
  '/api/channels/{channel}/listings?state=failed',
  '/api/inventory/{sku}/movements',
  '/api/amazon/sync-runs',
  '/api/amazon/sync-runs/{syncRun}/differences',
  '/api/amazon/sync-runs/{syncRun}/differences?cause=missed',
  '/api/amazon/listing-changes',
  '/api/amazon/listing-changes?only=to_amazon',
  '/api/amazon/listing-changes?only=rejected',
  '/api/amazon/listing-changes?only=conflicts',
  '/api/notifications',
  '/api/notifications?status=failed',
  '/api/notifications?type=stock_alert',
  '/api/notifications?method=sms',
  '/api/notifications?audience=owner',
  '/api/promotions',
  '/api/promotions?state=active',
  '/api/promotions/{promotion}/redemptions',
  '/api/v1/orders',
  '/api/v1/orders?channelId={channel}',
  '/api/report-schedules/{schedule}/runs',
  '/api/report-orders?startDate=2026-01-01&endDate=2026-12-31',
]

/**
 * PostgreSQL sorts what the company has, which is bounded by retention: the barrier around the view of jobs passes on no order, and
 * differences come first among the decisions of observe mode.
 */
const leftOut = ['/api/jobs', '/api/observe/decisions']

const single = [
  '/api/orders/{order}',
  '/api/products/{product}',
  '/api/inventory/{sku}',
  '/api/inventory/{sku}/history',
]

/** What a screen shows beside its lists: it may count what is the company's own. */
const summaries = [
  '/api/dashboard/metrics',
  '/api/dashboard/fulfillment-health',
  '/api/dashboard/recent-orders',
  '/api/orders/waiting',
  '/api/bell',
  '/api/inventory/summary',
  '/api/jobs/status',
]

type Company = { get: (path: string) => ReturnType<ReturnType<typeof programWith>['get']> }

let test: Awaited<ReturnType<typeof createTestApp>>
let takePlans: Awaited<ReturnType<typeof watchPlans>>
let companies: Record<keyof typeof sizes, Company>

beforeAll(async () => {
  test = await createTestApp()
  takePlans = await watchPlans(test.deps.db, test.database.adminUrl)
  companies = { large: await openCompany(sizes.large), small: await openCompany(sizes.small) }
  await withClient(test.database.adminUrl, async (admin) => {
    await admin.query('vacuum analyze')
    await seemLarge(admin)
  })
})
afterAll(() => test.close())

async function openCompany(size: number): Promise<Company> {
  const { id } = await buildCompany(test.deps.db)
  const grown = await withClient(test.database.adminUrl, (admin) => fillCompany(admin, id, size))
  const person = await test.as('admin', id)
  const program = programWith(test.app.http, await buildMasterKey(test.deps.db, id))
  return {
    get(path) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof FilledIds) => grown[name])
      return path.startsWith('/api/v1/') ? program.get(url) : person.get(url)
    },
  }
}

/** What of a call looked at too many rows; it says of which statement. */
async function greedOf(company: Company, path: string, mayCount = false): Promise<string[]> {
  takePlans()
  const { statusCode, body } = await company.get(path)
  expect(statusCode, body).toBe(200)
  const plans = takePlans()
  expect(plans).not.toEqual([])
  return plans.flatMap((plan) => greedySteps(plan, { mostRows, mayCount }))
}

const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

async function greedOfList(company: Company, path: string, mayCount: boolean): Promise<string[]> {
  const first = await greedOf(company, withQuery(path, 'limit=10'), mayCount)
  const { headers } = await company.get(withQuery(path, `limit=${deep}`))
  const cursor = /[?&]cursor=([^&>]+)/.exec(String(headers['link']))?.[1]
  return cursor
    ? [...first, ...(await greedOf(company, withQuery(path, `limit=10&cursor=${cursor}`), mayCount))]
    : first
}

describe.each(['large', 'small'] as const)('in a %s company', (size) => {
  it.each(tallied)('%s reads its page and little else', async (path) => {
    expect(await greedOfList(companies[size], path, false)).toEqual([])
  })

  it.each(counted)('%s reads its page and counts the rest', async (path) => {
    expect(await greedOfList(companies[size], path, true)).toEqual([])
  })

  it.each(single)('%s reads only its own rows', async (path) => {
    expect(await greedOf(companies[size], path)).toEqual([])
  })

  it.each(summaries)('%s counts and reads little else', async (path) => {
    expect(await greedOf(companies[size], path, true)).toEqual([])
  })
})

it('every list endpoint of a company is covered here', () => {
  const contract = import.meta.glob<Record<string, unknown>>(['../contract/*.ts', '!**/*.test.ts'], { eager: true })
  const endpoints = Object.values(contract).flatMap((module) => Object.values(module).flatMap(endpointsOf))
  const paths = endpoints.filter(({ paged, scope }) => paged && scope === 'company').map(({ path }) => path)
  const asked = new Set(
    [...tallied, ...counted, ...leftOut].map((path) => path.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, ':')),
  )
  expect(asked).toEqual(new Set(paths.map((path) => path.replaceAll(/:\w+/g, ':'))))
})

const endpointsOf = (exported: unknown): Endpoint[] =>
  typeof exported === 'object' && exported !== null ? Object.values(exported).filter(isEndpoint) : []

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'paged' in value
