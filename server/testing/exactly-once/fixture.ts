import { putItems } from '#emulators/amazon/stocked-items.ts'
import { startAmazon } from '#emulators/amazon/start-amazon.ts'
import type { Seller } from '#emulators/amazon/state.ts'
import { createAmazonClient } from '#server/integrations/amazon/client.ts'
import { createAmazonFulfillment } from '#server/integrations/amazon/fulfillment.ts'
import { testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { companyContext, noOrigin, type CompanyContext, type Deps } from '#server/platform/context.ts'
import { noPorts, inactiveTrigger } from '../app.ts'
import { buildCompany, buildProduct, buildSku } from '../builders.ts'
import { buildChannel } from '../channels.ts'
import { unitedStates } from '../fake-marketplace.ts'
import { buildOrder } from '../order-fixture.ts'
import { connectEmulatorAccount, emulatorApplication } from '../emulator-account.ts'
import { countStock } from '../stock.ts'
import { createCrashInjector, type Crash, openCrashingDatabase } from './crash-injection.ts'

const sku = 'LAST-FOR-EVER'
const plenty = 1_000_000

export type ExactlyOnceFixture = Awaited<ReturnType<typeof createExactlyOnceFixture>>

/** A company with one SKU, the Amazon emulator on a manual clock, and processes that may crash at any await. */
export async function createExactlyOnceFixture(given: Deps) {
  const amazon = await startAmazon({ client: emulatorApplication, limits: 'off', speed: 0 })
  const clock = { now: () => amazon.clock.now() }
  const deps: Deps = { ...given, clock, workerTrigger: inactiveTrigger }
  const seller = firstOf(Object.values(amazon.state.sellers))
  const company = await buildCompany(deps.db)
  await connectEmulatorAccount(deps, company.id, amazon)
  putItems(amazon.state, seller, unitedStates, [{ sku, title: 'Lamp', fulfillable: plenty }], clock.now())
  const { id: productId } = await buildProduct(deps.db, company.id)
  const { id: skuId } = await buildSku(deps.db, company.id, { productId, sku, stockHolder: 'amazon' })
  await countStock(deps.db, company.id, skuId, { available: plenty })
  const { id: channelId } = await buildChannel(deps, company.id)

  return {
    amazon,
    deps,
    companyId: company.id,
    /** Builds an order that can be shipped. */
    sell: () =>
      buildOrder(deps, company.id, { channelId, placedAt: clock.now(), items: [{ sku, skuId, quantity: 1 }] }),
    /** The emulator's live fulfillment orders of an order number. */
    liveOf: (orderNumber: string) => liveOrdersOf(seller, orderNumber),
    wait: (seconds: number) => amazon.clock.advance(seconds * 1000),
    /** Runs a process until it is done or crashes. Returns its awaits (empty for a process that cannot crash). */
    async runProcess(crash: Crash | null, work: (ctx: CompanyContext) => Promise<unknown>): Promise<string[]> {
      const crashInjector = createCrashInjector(crash)
      const db = crash ? await openCrashingDatabase(deps.db.url, crashInjector) : deps.db
      const { settings } = testSettings(amazon, { mayHang: true, ...application })
      const calls: typeof settings = {
        ...settings,
        fetch: (url, init) =>
          crashInjector.step(`call: ${init.method ?? 'GET'} ${new URL(url).pathname}`, () => settings.fetch(url, init)),
      }
      const fulfillment = createAmazonFulfillment(calls, createAmazonClient(calls))
      const own = { ...deps, db, ports: { ...noPorts, fulfillment } }
      const who = { actor: { type: 'system', name: 'Test' }, origin: noOrigin } as const
      await work(companyContext(own, who, company.id)).catch((error: unknown) => {
        if (!crashInjector.isOver()) throw error
      })
      if (crash) await db.close()
      return crashInjector.awaits
    },
    close: () => amazon.stop(),
  }
}

const application = { clientId: emulatorApplication.id, clientSecret: emulatorApplication.secret }

function liveOrdersOf({ fulfillment }: Seller, orderNumber: string) {
  const over = new Set(['Cancelled', 'Unfulfillable', 'Invalid'])
  return Object.values(fulfillment.orders).filter(
    ({ asked, status }) => asked.displayableOrderId === orderNumber && !over.has(status),
  )
}

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('There is none')
  return first
}
