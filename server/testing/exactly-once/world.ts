import { putItems } from '#emulators/amazon/stocked-item.ts'
import { startAmazon } from '#emulators/amazon/start-amazon.ts'
import type { Seller } from '#emulators/amazon/world.ts'
import { createAmazonClient } from '#server/integrations/amazon/client.ts'
import { createAmazonFulfillment } from '#server/integrations/amazon/fulfillment.ts'
import { testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { companyContext, nowhere, type CompanyContext, type Deps } from '#server/platform/context.ts'
import { noPorts, sleepingWaker } from '../app.ts'
import { buildCompany, buildProduct, buildSku } from '../builders.ts'
import { buildChannel } from '../channels.ts'
import { unitedStates } from '../marketplace.ts'
import { buildOrder } from '../orders.ts'
import { connectStandIn, standInApplication } from '../stand-in-account.ts'
import { countStock } from '../stock.ts'
import { createMortality, type Death } from './mortality.ts'
import { openMortalDatabase } from './mortal-database.ts'

const sku = 'LAST-FOR-EVER'
const plenty = 1_000_000

export type FulfillmentWorld = Awaited<ReturnType<typeof openFulfillmentWorld>>

/** A company that sells one thing, a stand-in of Amazon on a stepped clock, and processes that may die at any await. */
export async function openFulfillmentWorld(given: Deps) {
  const amazon = await startAmazon({ client: standInApplication, limits: 'off', speed: 0 })
  const clock = { now: () => amazon.clock.now() }
  const deps: Deps = { ...given, clock, waker: sleepingWaker }
  const seller = firstOf(Object.values(amazon.world.sellers))
  const company = await buildCompany(deps.db)
  await connectStandIn(deps, company.id, amazon)
  putItems(amazon.world, seller, unitedStates, [{ sku, title: 'Lamp', fulfillable: plenty }], clock.now())
  const { id: productId } = await buildProduct(deps.db, company.id)
  const { id: skuId } = await buildSku(deps.db, company.id, { productId, sku, stockHolder: 'amazon' })
  await countStock(deps.db, company.id, skuId, { available: plenty })
  const { id: channelId } = await buildChannel(deps, company.id)

  return {
    amazon,
    deps,
    companyId: company.id,
    /** An order that is clear to ship. */
    sell: () =>
      buildOrder(deps, company.id, { channelId, placedAt: clock.now(), items: [{ sku, skuId, quantity: 1 }] }),
    /** Everything that Amazon has under an order's number and may ship. */
    liveOf: (orderNumber: string) => liveOf(seller, orderNumber),
    wait: (seconds: number) => amazon.clock.advance(seconds * 1000),
    /** What one process does until it is done or dies. Answers what it awaited; of one that can't die that is not known. */
    async live(death: Death | null, work: (ctx: CompanyContext) => Promise<unknown>): Promise<string[]> {
      const mortality = createMortality(death)
      const db = death ? await openMortalDatabase(deps.db.url, mortality) : deps.db
      const { settings } = testSettings(amazon, { mayHang: true, ...application })
      const calls: typeof settings = {
        ...settings,
        fetch: (url, init) =>
          mortality.step(`call: ${init.method ?? 'GET'} ${new URL(url).pathname}`, () => settings.fetch(url, init)),
      }
      const fulfillment = createAmazonFulfillment(calls, createAmazonClient(calls))
      const own = { ...deps, db, ports: { ...noPorts, fulfillment } }
      const who = { actor: { type: 'system', name: 'Test' }, origin: nowhere } as const
      await work(companyContext(own, who, company.id)).catch((error: unknown) => {
        if (!mortality.isOver()) throw error
      })
      if (death) await db.close()
      return mortality.awaits
    },
    close: () => amazon.stop(),
  }
}

const application = { clientId: standInApplication.id, clientSecret: standInApplication.secret }

function liveOf({ fulfillment }: Seller, orderNumber: string) {
  const over = new Set(['Cancelled', 'Unfulfillable', 'Invalid'])
  return Object.values(fulfillment.orders).filter(
    ({ asked, status }) => asked.displayableOrderId === orderNumber && !over.has(status),
  )
}

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('There is none')
  return first
}
