import { OrderData } from '#contract/intake.ts'
import { pushDueOffers } from '#server/features/channels/push/push-offers.ts'
import { readItems } from '#server/features/channels/items/read-items.ts'
import type { Deps } from '#server/platform/context.ts'
import { channelItems, channels, listings, offerChanges } from '#server/platform/db/schema/channels.ts'
import type { ChannelAdapter, ChannelItem, Offer, OfferResult } from '#server/ports/channel.ts'
import { buildCompany } from './builders.ts'
import { buildChannel } from './channels.ts'
import { testContext } from './stock-sync-fixture.ts'

export const shopItem = (externalId: string, given: Partial<ChannelItem> = {}): ChannelItem => ({
  externalId,
  refs: { product: `p-${externalId}` },
  title: `Item ${externalId}`,
  variant: null,
  sku: null,
  barcode: null,
  price: '12.00',
  currency: 'USD',
  imageUrl: null,
  quantity: 5,
  obstacle: null,
  ...given,
})

/** A shop in memory behind the port: it sells items, has orders, takes units off itself, and answers for each item. */
class FakeSellingShop {
  items: ChannelItem[] = []
  /** Bodies of orders that changed since the last poll. */
  orders: { id: string; body: object }[] = []
  pageSize = 100
  readonly pages: (string | null)[] = []
  readonly pushed: Offer[][] = []
  polls = 0
  /** Runs before each answer, which its error becomes. */
  meanwhile: (call: 'list' | 'poll' | 'push') => void | Promise<void> = () => {}
  answer: (offer: Offer) => OfferResult[] = ({ sku, items, sellable }) =>
    items.map(({ externalId }) => ({ sku, externalId, outcome: 'confirmed', quantity: sellable }))

  readonly adapter: ChannelAdapter = {
    verify: () => ({ isGenuine: false, reason: 'This shop sends no webhooks.', signature: null }),
    read: ({ body, receivedAt }) => ({
      kind: 'order',
      event: { eventType: 'order.created', eventAt: receivedAt, order: OrderData.parse(JSON.parse(body.toString())) },
    }),
    poll: async () => {
      await this.meanwhile('poll')
      this.polls += 1
      const found = this.orders
        .splice(0)
        .map(({ id, body }) => ({ deliveryId: id, body: Buffer.from(JSON.stringify(body)) }))
      return { found, cursor: String(this.polls), hasMore: false }
    },
    readsOrdersBeforePush: true,
    pushOffers: async (_connection, offers) => {
      await this.meanwhile('push')
      this.pushed.push([...offers])
      return offers.flatMap((offer) => this.answer(offer))
    },
    listItems: async (_connection, cursor) => {
      await this.meanwhile('list')
      this.pages.push(cursor)
      const start = Number(cursor ?? 0)
      const end = start + this.pageSize
      return { items: this.items.slice(start, end), cursor: end < this.items.length ? String(end) : null }
    },
  }
}

/** A company with a connected shop that stock is pushed to. */
export async function createShopFixture(given: Deps, channelGiven: Parameters<typeof buildChannel>[2] = {}) {
  const shop = new FakeSellingShop()
  const ports = { ...given.ports, channels: { ...given.ports.channels, woocommerce_rest: shop.adapter } }
  const deps = { ...given, ports }
  const { id: companyId } = await buildCompany(deps.db)
  const ctx = testContext(deps, companyId)
  const { config, ...columns } = channelGiven
  const channel = await buildChannel(deps, companyId, {
    type: 'woocommerce',
    accountId: 'https://shop.example',
    credentials: '{}',
    config: { pushesStock: true, ...config },
    ...columns,
  })
  return {
    deps,
    ctx,
    companyId,
    channel,
    shop,
    read: () => readItems(ctx, { channelId: channel.id }),
    push: () => pushDueOffers(ctx, { batchWindowMilliseconds: 0 }),
    items: () => ctx.transaction((tx) => tx.select().from(channelItems).orderBy(channelItems.externalId)),
    listings: () => ctx.transaction((tx) => tx.select().from(listings)),
    changes: () => ctx.transaction((tx) => tx.select().from(offerChanges)),
    forgetChanges: () => ctx.transaction((tx) => tx.delete(offerChanges)),
    channelNow: async () => (await ctx.transaction((tx) => tx.select().from(channels)))[0],
  }
}
