import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import { channelListingsApi } from '#contract/channel-listings.ts'
import { channelsApi } from '#contract/channels.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { listChannels } from './list-channels.ts'
import { createChannel } from './create-channel.ts'
import { readChannel } from './read-channel.ts'
import { updateChannel } from './update-channel.ts'
import { revealSecret } from './reveal-secret.ts'
import { rotateSecret } from './rotate-secret.ts'
import { testChannel } from './test-channel.ts'
import { syncCatalog } from './push/sync-catalog.ts'
import { listListings } from './listings/list-listings.ts'
import { updateListing } from './listings/update-listing.ts'
import { listDeliveries } from './inbox/list-deliveries.ts'
import { readDelivery } from './inbox/read-delivery.ts'
import { replayDelivery } from './inbox/replay-delivery.ts'
import { listSent } from './messages/list-sent.ts'
import { resendMessage } from './messages/resend-message.ts'
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
