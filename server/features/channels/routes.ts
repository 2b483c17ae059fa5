import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import { channelListingsApi } from '#contract/channel-listings.ts'
import { channelsApi } from '#contract/channels.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { listChannels, createChannel, readChannel } from './channels.ts'
import { updateChannel } from './update-channel.ts'
import { revealSecret, rotateSecret } from './secrets.ts'
import { testChannel } from './connection.ts'
import { syncCatalog } from './push/sync-catalog.ts'
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
  serve(app, channelDeliveriesApi.list, listDeliveries)
  serve(app, channelDeliveriesApi.detail, readDelivery)
  serve(app, channelDeliveriesApi.replay, replayDelivery)
  serve(app, channelDeliveriesApi.sent, listSent)
  serve(app, channelDeliveriesApi.resend, resendMessage)
  webhookRoute(app)
  feedRoute(app)
}
