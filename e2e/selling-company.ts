import { randomInt } from 'node:crypto'
import { expect, type BrowserContextOptions, type Page } from '@playwright/test'
import { moveToOwnCompany, sheetRows } from './own-company.ts'
import { openTimeControl } from './clock.ts'
import { signInByRequest, test as base } from './sign-in.ts'
import { ownProduct } from './product.ts'
import { emulatorAt } from './emulator-control.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }
const marketplaceId = 'ATVPDKIKX0DER'

const items = [
  { sku: 'TEE-L', title: 'Tee, large', price: 19, fulfillable: 400 },
  { sku: 'MUG', title: 'Enamel mug', price: 12, fulfillable: 400 },
]

type Steps = { [Moment in 'plan' | 'process' | 'ship' | 'outForDelivery' | 'deliver']?: number }

type SellingCompany = {
  cookies: BrowserContextOptions['storageState']
  /** Advances the time at Amazon; the timings are seconds per step of an order, an hour if not named. */
  atAmazon(fulfillmentId: string, steps: Steps, minutes?: number): Promise<void>
}

/** A company with stock at Amazon; one company and sign-in for all tests. */
export const test = base.extend<object, { company: SellingCompany }>({
  company: [
    async ({ browser }, use) => {
      const page = await browser.newPage({ baseURL: ownProduct().url })
      await signInByRequest(page, 'admin@lockstep.test')
      const companyId = await moveToOwnCompany(page)
      const { standIn, sellerId } = await connectSeller(page, companyId)
      const time = await openTimeControl(companyId)
      await use({
        cookies: await page.context().storageState(),
        // Steps already under way keep their timing: half a minute is more than Amazon needs to receive and plan an order.
        async atAmazon(fulfillmentId, steps, minutes = 0.5) {
          const timings = { plan: 3600, process: 3600, ship: 3600, outForDelivery: 3600, deliver: 7200, ...steps }
          await standIn.order('PATCH', `sellers/${sellerId}/orders/${fulfillmentId}`, { timings })
          await standIn.letPass({ minutes })
          await time.untilAmazonIsAsked()
        },
      })
      await time.close()
      await page.context().close()
    },
    { scope: 'worker' },
  ],
  storageState: async ({ company }, use) => use(company.cookies),
})

async function connectSeller(page: Page, companyId: string) {
  const data = { companyId, integrationName: 'Own store', region: 'us' }
  const begun = await page.request.post('/api/amazon/auth/initiate', { headers, data })
  const consent = new URL(((await begun.json()) as { authorizationUrl: string }).authorizationUrl)
  const standIn = emulatorAt(consent.origin, page.request)
  const sellerId = await addSeller(standIn, 'Own Store')
  const answer = {
    state: consent.searchParams.get('state') ?? '',
    selling_partner_id: sellerId,
    spapi_oauth_code: await standIn.authorize(sellerId),
  }
  const back = await page.request.get(`/api/amazon/auth/callback?${new URLSearchParams(answer).toString()}`)
  expect(back.url()).toContain('status=success')
  await expect.poll(async () => (await sheetRows(page)).map(({ quantity }) => quantity)).toEqual([400, 400])
  return { standIn, sellerId }
}

/** Adds a seller at Amazon, who has some stock there. Returns its ID. */
export async function addSeller(standIn: ReturnType<typeof emulatorAt>, name: string): Promise<string> {
  const id = `A${randomInt(1e9, 1e10)}`
  await standIn.order('POST', 'sellers', { id, name, endpoint: 'na', marketplaceIds: [marketplaceId] })
  await standIn.order('PUT', `sellers/${id}/marketplaces/${marketplaceId}/items`, { items })
  return id
}
