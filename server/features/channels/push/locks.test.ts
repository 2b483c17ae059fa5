import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Tx } from '#server/platform/db/client.ts'
import { Rejected, Unauthorized } from '#server/ports/failure.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { countLockWaits } from '#server/testing/database-contents.ts'
import { createChannelPushFixture, outgoingPorts } from '#server/testing/channel-push-fixture.ts'
import { startFakeWebsite, type FakeWebsite } from '#server/testing/fake-website.ts'
import { lockChannel, updateChannelRow } from '../channel-queries.ts'
import { lockChoice } from '../listings/listings.ts'
import { clearSentOffers, recordAllOffersChanged, recordOfferChanged } from '../offer-queries.ts'
import { readOfferBatch } from './offer-batch.ts'
import { recordFailure, recordReceived } from './record-results.ts'
import { syncCatalog } from './sync-catalog.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let site: FakeWebsite
beforeAll(async () => {
  site = await startFakeWebsite()
  test = await createTestDeps({ ports: outgoingPorts() })
})
afterAll(async () => {
  await test.close()
  await site.close()
})

/** A channel that has received its SKU, with another change queued. */
async function shopWithQueuedChange() {
  const { ctx, companyId, channel, sku, ...shop } = await createChannelPushFixture(test.deps, site)
  await shop.push()
  await shop.setStock(3)
  const batch = await readOfferBatch(ctx, channel.id)
  if (!batch) throw new Error('A change should be queued')
  return { ctx, batch, place: { companyId, channelId: channel.id, skuId: sku.id } }
}

type Shop = Awaited<ReturnType<typeof shopWithQueuedChange>>

/**
 * A transaction locks something, `other` waits for it, and the transaction locks what follows: no deadlock may occur.
 */
async function crosswise<T>(
  { ctx }: Shop,
  first: (tx: Tx) => Promise<unknown>,
  other: () => Promise<T>,
  following: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  const { waiting } = await ctx.transaction(async (tx) => {
    await first(tx)
    const waiting = other()
    await vi.waitUntil(async () => (await countLockWaits(test.deps.db)) === 1, { interval: 5 })
    await following(tx)
    return { waiting }
  })
  return waiting
}

it.each([new Unauthorized('The token has expired'), new Rejected('This catalog doesn’t exist')])(
  'a channel can be changed while a push to it fails: $message',
  async (trouble) => {
    const shop = await shopWithQueuedChange()
    const { ctx, batch, place } = shop
    const changeChannel = async (tx: Tx) => {
      await lockChannel(tx, place.companyId, place.channelId)
      await clearSentOffers(tx, place)
    }
    const record = () => recordFailure(ctx, batch, trouble)
    await crosswise(shop, changeChannel, record, (tx) => recordAllOffersChanged(tx, place))
    expect(await readOfferBatch(ctx, place.channelId)).toMatchObject({ changes: [{ skuId: place.skuId }] })
  },
)

it('a listing can be changed while its channel’s access error is cleared', async () => {
  const shop = await shopWithQueuedChange()
  const { ctx, batch, place } = shop
  const refusal = { accessError: 'The token has expired' }
  await ctx.transaction((tx) => updateChannelRow(tx, place.companyId, place.channelId, refusal))
  const accepted = batch.changedOffers.map(({ sku }) => ({ sku, outcome: 'sent' }) as const)
  const record = () => recordReceived(ctx, { ...batch, wasRefused: true }, accepted)
  await crosswise(
    shop,
    (tx) => lockChoice(tx, place),
    record,
    (tx) => recordOfferChanged(tx, place, place.skuId),
  )
  expect(await ctx.transaction((tx) => lockChannel(tx, place.companyId, place.channelId))).toMatchObject({
    accessError: null,
  })
})

it('syncing a catalog waits for a push in progress', async () => {
  const shop = await shopWithQueuedChange()
  const { ctx, place } = shop
  const synced = await crosswise(
    shop,
    (tx) => lockChannel(tx, place.companyId, place.channelId),
    () => syncCatalog(ctx, place),
    (tx) => clearSentOffers(tx, place),
  )
  expect(synced).toMatchObject({ skus: 1 })
})
