import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import {
  handle,
  createFulfillmentFixture,
  question,
  submission,
} from '#server/integrations/amazon/fixtures/fulfillment-fixture.ts'
import { application } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { FakeFulfillment, parcel } from './fake-fulfillment.ts'
import { unitedStates as marketplaceId } from './fake-marketplace.ts'

type Stage = 'processing' | 'shipped' | 'delivered'
type World = {
  fulfillment: FulfillmentService
  account: MarketplaceAccount
  /** Lets everything that was asked for come about. */
  settle(): void
  reach(externalId: string, stage: Stage): void
  now(): Date
}

const start = new Date('2026-03-02T10:00:00Z')
const account: MarketplaceAccount = {
  id: 'account-1',
  sellerId: 'A1',
  region: 'us',
  marketplaceIds: [marketplaceId],
  refreshToken: 'refresh',
}

let amazon: RunningAmazon
beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'amazon', speed: 0 })
})
afterAll(() => amazon.stop())

const secondsTo: Record<Stage, number> = { processing: 60, shipped: 120, delivered: 300 }

async function realWorld(): Promise<World> {
  const { fulfillment, account: opened, pass } = await createFulfillmentFixture(amazon)
  return {
    fulfillment,
    account: opened,
    settle: () => pass(5),
    reach: (_, stage) => pass(secondsTo[stage]),
    now: () => amazon.clock.now(),
  }
}

async function fakeWorld(): Promise<World> {
  const fulfillment = new FakeFulfillment({ now: () => start })
  return {
    fulfillment,
    account,
    settle: () => {},
    reach: (id, stage) => fulfillment.advance(id, stage),
    now: () => start,
  }
}

describe.each([
  ['the stand-in', realWorld],
  ['the fake', fakeWorld],
])('%s', (_, open) => {
  it('offers each speed for a fee', async () => {
    const world = await open()
    const offers = await world.fulfillment.preview(world.account, question())
    expect(offers.map(({ speed, isFulfillable }) => ({ speed, isFulfillable }))).toEqual([
      { speed: 'standard', isFulfillable: true },
      { speed: 'expedited', isFulfillable: true },
      { speed: 'priority', isFulfillable: true },
    ])
    expect(offers.every(({ fee, latestShipDate }) => fee && latestShipDate && latestShipDate > world.now())).toBe(true)
  })

  it('accepts an id once and reports it', async () => {
    const { fulfillment, account: seller, now } = await open()
    const since = now()
    expect(await fulfillment.read(seller, handle('ONCE-1'))).toBeNull()
    expect(await fulfillment.submit(seller, submission('ONCE-1'))).toBe('accepted')
    expect(await fulfillment.submit(seller, submission('ONCE-1'))).toBe('exists')
    expect(await fulfillment.read(seller, handle('ONCE-1'))).toMatchObject({
      status: 'submitted',
      externalStatus: 'New',
      isInvalid: false,
      isPartial: false,
      unknownWords: [],
      lines: [
        { itemId: 'line-1', quantity: 2, cancelled: 0, unfulfillable: 0 },
        { itemId: 'line-2', quantity: 1, cancelled: 0, unfulfillable: 0 },
      ],
      packages: [],
    })
    const changed = await fulfillment.listChanged(seller, { marketplaceId, since })
    expect(changed.externalIds).toContain('ONCE-1')
  })

  it('ships and delivers it', async () => {
    const { fulfillment, account: seller, reach } = await open()
    await fulfillment.submit(seller, submission('SHIP-1'))
    reach('SHIP-1', 'shipped')
    const shipped = await fulfillment.read(seller, handle('SHIP-1'))
    expect(shipped).toMatchObject({
      status: 'shipped',
      packages: [{ carrier: 'UPS', carrierStatus: 'IN_TRANSIT', deliveredAt: null, isLost: false }],
    })
    expect(shipped?.packages[0]?.lines).toHaveLength(2)
    expect(shipped?.packages[0]?.shippedAt).toBeInstanceOf(Date)
    reach('SHIP-1', 'delivered')
    const delivered = await fulfillment.read(seller, handle('SHIP-1'))
    expect(delivered).toMatchObject({ status: 'delivered', packages: [{ carrierStatus: 'DELIVERED' }] })
    expect(delivered?.packages[0]?.trackingNumber).toBe(shipped?.packages[0]?.trackingNumber)
    expect(delivered?.packages[0]?.deliveredAt).toBeInstanceOf(Date)
  })

  it('cancels what is still cancellable', async () => {
    const { fulfillment, account: seller, settle, reach } = await open()
    expect(await fulfillment.cancel(seller, handle('NEVER-1'))).toBe('unknown')
    await fulfillment.submit(seller, submission('STOP-1'))
    expect(await fulfillment.cancel(seller, handle('STOP-1'))).toBe('asked')
    settle()
    expect(await fulfillment.cancel(seller, handle('STOP-1'))).toBe('asked')
    expect(await fulfillment.read(seller, handle('STOP-1'))).toMatchObject({
      status: 'cancelled',
      externalStatus: 'Cancelled',
      lines: [{ cancelled: 2 }, { cancelled: 1 }],
    })
    await fulfillment.submit(seller, submission('STOP-2'))
    reach('STOP-2', 'processing')
    await fulfillment.read(seller, handle('STOP-2'))
    expect(await fulfillment.cancel(seller, handle('STOP-2'))).toBe('too_late')
  })
})

describe('the fake alone', () => {
  it('loses an answer before or after acting', async () => {
    const fake = new FakeFulfillment({ now: () => start })
    const gone = new Unavailable('gone', { mayHaveHappened: true })
    fake.failNext('submit', gone)
    await expect(fake.submit(account, submission('A-1'))).rejects.toBe(gone)
    expect(fake.live()).toEqual([])
    fake.failNext('submit', gone, { afterActing: true })
    await expect(fake.submit(account, submission('A-1'))).rejects.toBe(gone)
    expect(fake.live().map(({ externalId }) => externalId)).toEqual(['A-1'])
    expect(fake.asked.map(({ call }) => call)).toEqual(['submit', 'submit'])
  })

  it('ignores or refuses a cancellation as configured, and separates accounts', async () => {
    const fake = new FakeFulfillment({ now: () => start })
    await fake.submit(account, submission('A-1'))
    expect(await fake.read({ ...account, id: 'account-2' }, handle('A-1'))).toBeNull()
    fake.cancelBehaviour = 'too_late'
    expect(await fake.cancel(account, handle('A-1'))).toBe('too_late')
    fake.cancelBehaviour = 'ignores'
    expect(await fake.cancel(account, handle('A-1'))).toBe('asked')
    expect(fake.live()).toHaveLength(1)
    fake.advance('A-1', 'cancelled')
    expect(fake.live()).toEqual([])
  })
  it('returns exactly what a test puts there, also for unsubmitted ids', async () => {
    const fake = new FakeFulfillment({ now: () => start })
    const lost = parcel('7', [{ itemId: 'line-1', quantity: 1 }], { shippedAt: start, isLost: true })
    fake.put('ELSEWHERE-1', { status: 'shipped', isPartial: true, packages: [lost] })
    const snapshot = await fake.read(account, handle('ELSEWHERE-1'))
    expect(snapshot).toMatchObject({ status: 'shipped', isPartial: true, packages: [lost], readAt: start })
    expect(await fake.submit(account, submission('ELSEWHERE-1'))).toBe('exists')
  })
})
