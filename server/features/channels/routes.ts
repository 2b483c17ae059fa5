import { channelConnectApi } from '#contract/channel-connect.ts'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import { channelItemsApi } from '#contract/channel-items.ts'
import { channelListingsApi } from '#contract/channel-listings.ts'
import { channelsApi } from '#contract/channels.ts'
import { say } from '#contract/i18n.ts'
import type { App } from '#server/platform/http/app.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { listChannels, createChannel, readChannel } from './channels.ts'
import { updateChannel } from './update-channel.ts'
import { revealSecret, rotateSecret } from './secrets.ts'
import { testChannel } from './connection.ts'
import { connectShopify, connectWoocommerce } from './connect/connect-shop.ts'
import { consentCallbackRoute } from './connect/consent-callback.ts'
import { beginConsent, readAttempt } from './connect/consent.ts'
import { disconnectShop } from './connect/disconnect-shop.ts'
import { readShop, startShop } from './connect/start-shop.ts'
import { readHealth } from './health/read-health.ts'
import { syncCatalog } from './push/sync-catalog.ts'
import { createProducts } from './items/create-products.ts'
import { listItems } from './items/list-items.ts'
import { acceptSuggestions, matchItems, requestReading } from './items/match-by-hand.ts'
import { listListings, updateListing } from './listings/listings.ts'
import { listDeliveries, readDelivery, replayDelivery } from './inbox/deliveries.ts'
import { listSent, resendMessage } from './messages/sent-messages.ts'
import { feedRoute } from './feed/feed-route.ts'
import { webhookRoute } from './inbox/webhook-route.ts'

export function channelsRoutes(app: App): void {
  serve(app, channelsApi.list, listChannels)
  serve(app, channelsApi.create, createChannel)
  serve(app, channelsApi.detail, readChannel)
  serve(app, channelsApi.update, updateChannel)
  serve(app, channelsApi.reveal, revealSecret)
  serve(app, channelsApi.rotate, rotateSecret)
  serve(app, channelsApi.test, testChannel)
  serve(app, channelsApi.syncCatalog, syncCatalog)
  serve(app, channelListingsApi.list, listListings)
  serve(app, channelListingsApi.update, updateListing)
  serve(app, channelItemsApi.list, listItems)
  serve(app, channelItemsApi.match, matchItems)
  serve(app, channelItemsApi.acceptSuggestions, acceptSuggestions)
  serve(app, channelItemsApi.createProducts, createProducts)
  serve(app, channelItemsApi.read, requestReading)
  serve(app, channelDeliveriesApi.list, listDeliveries)
  serve(app, channelDeliveriesApi.detail, readDelivery)
  serve(app, channelDeliveriesApi.replay, replayDelivery)
  serve(app, channelDeliveriesApi.sent, listSent)
  serve(app, channelDeliveriesApi.resend, resendMessage)
  connectRoutes(app)
  webhookRoute(app)
  feedRoute(app)
}

/** Tests of credentials are calls to an address that a person typed. */
const testLimit = { name: 'credential tests', max: 20, windowMs: 3_600_000 } as const

function connectRoutes(app: App): void {
  const { requestLimiter } = app.deps.shared
  const limited =
    <Input, Reply>(handler: (ctx: CompanyContext, input: Input) => Promise<Reply>) =>
    async (ctx: CompanyContext, input: Input): Promise<Reply> => {
      const { isOver } = await requestLimiter.countExactly(testLimit, ctx.companyId)
      if (isOver) throw new HttpError(429, say('Too many attempts to connect a shop. Try again in an hour.'))
      return handler(ctx, input)
    }
  serve(app, channelConnectApi.connectWoocommerce, limited(connectWoocommerce))
  serve(app, channelConnectApi.connectShopify, limited(connectShopify))
  serve(app, channelConnectApi.beginConsent, limited(beginConsent))
  serve(app, channelConnectApi.attempt, readAttempt)
  serve(app, channelConnectApi.shop, readShop)
  serve(app, channelConnectApi.start, startShop)
  serve(app, channelConnectApi.disconnect, disconnectShop)
  serve(app, channelConnectApi.health, readHealth)
  consentCallbackRoute(app)
}
