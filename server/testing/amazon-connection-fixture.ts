import { asc } from 'drizzle-orm'
import { amazonCallbackPath } from '#contract/marketplace.ts'
import type { Deps } from '#server/platform/context.ts'
import { amazonIntegrations, marketplaceSyncRuns, syncSchedules } from '#server/platform/db/schema/marketplace.ts'
import { createTestApp, manualClock, noPorts, type Browser } from './app.ts'
import { FakeMarketplace } from './fake-marketplace.ts'

/** The whole server on a fake marketplace, with the steps of the OAuth connection. */
export async function createAmazonConnectionFixture(overrides: Partial<Deps> = {}) {
  const clock = manualClock()
  const amazon = new FakeMarketplace(clock)
  const server = await createTestApp({
    clock,
    ports: { ...noPorts, marketplace: amazon },
    ...overrides,
  })
  return { ...server, clock, amazon, ...oauthSteps(server, amazon) }
}

export type AmazonConnectionFixture = Awaited<ReturnType<typeof createAmazonConnectionFixture>>
type Begin = { integrationName?: string; region?: string; marketplaceId?: string; accountId?: string }
type Consent = { sellerId?: string; code?: string }

type Visitor = { headers: { cookie: string } }

let made = 0
const unique = (word: string) => `${word}${(made += 1)}`

function oauthSteps(server: Awaited<ReturnType<typeof createTestApp>>, amazon: FakeMarketplace) {
  const companyIdOf = (browser: Browser) => browser.user.companyId ?? ''

  /** Starts connecting and returns the OAuth state. */
  const begin = async (browser: Browser, input: Begin = {}) => {
    const body = { companyId: companyIdOf(browser), integrationName: 'Store', region: 'us', ...input }
    const reply = await browser.post('/api/amazon/auth/initiate', body)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return amazon.consents.at(-1)?.state ?? ''
  }

  /** The redirect back from Amazon; each call has its own address, because the tests exceed the limit of one. */
  const comeBack = (browser: Visitor, answer: Record<string, string>, remoteAddress = unique('10.0.0.')) =>
    server.app.http.inject({
      url: `${amazonCallbackPath}?${new URLSearchParams(answer).toString()}`,
      headers: { cookie: browser.headers.cookie },
      remoteAddress,
    })

  const consent = (browser: Browser, state: string, { sellerId = 'A1SELLER', code = unique('code-') }: Consent = {}) =>
    comeBack(browser, { state, selling_partner_id: sellerId, spapi_oauth_code: amazon.grant(code) })

  const accountRows = (browser: Browser) =>
    server.deps.db.inCompany(companyIdOf(browser), (tx) =>
      tx.select().from(amazonIntegrations).orderBy(asc(amazonIntegrations.createdAt), asc(amazonIntegrations.id)),
    )

  return {
    begin,
    comeBack,
    consent,
    accountRows,
    connect: async (browser: Browser, input: Begin & Consent = {}) => {
      const { sellerId, code, ...asked } = input
      const reply = await consent(browser, await begin(browser, asked), {
        ...(sellerId && { sellerId }),
        ...(code && { code }),
      })
      if (reply.headers.location !== '/amazon-connection?status=success')
        throw new Error(String(reply.headers.location))
      const account = (await accountRows(browser)).find((one) => one.sellerId === (sellerId ?? 'A1SELLER'))
      if (!account) throw new Error('no account was connected')
      return account
    },
    /** All rows that connecting may write. */
    traces: async (browser: Browser) => ({
      accounts: await accountRows(browser),
      ...(await server.deps.db.inCompany(companyIdOf(browser), async (tx) => ({
        runs: await tx.select().from(marketplaceSyncRuns).orderBy(asc(marketplaceSyncRuns.id)),
        schedules: await tx.select().from(syncSchedules).orderBy(asc(syncSchedules.integrationId)),
      }))),
    }),
  }
}
