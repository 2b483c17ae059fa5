import { z } from 'zod'
import { Id } from '#contract/fields.ts'
import { sampleOrderEvent } from '#contract/public-api-manual.ts'
import { websiteSection } from '#server/platform/http/endpoints.ts'

export const ByChannel = z.object({ channelId: Id })

const optionalHeader = (meaning: string) => z.string().optional().describe(meaning)

const headersSchema = z.looseObject({
  'webhook-id': optionalHeader(
    'Your own name for this delivery. Send it again under the same one: it is taken in once.',
  ),
  'webhook-timestamp': optionalHeader('When you send it, in seconds since 1970; at most 5 minutes from now.'),
  'webhook-signature': optionalHeader(
    'v1, and the HMAC-SHA256 of "<webhook-id>.<webhook-timestamp>.<body>" in base64, by the channel’s webhook secret: the ' +
      'Standard Webhooks convention, for which there are libraries in most languages.',
  ),
  'x-wc-webhook-signature': optionalHeader(
    'In place of these where the channel’s platform is WooCommerce, which sends it by itself.',
  ),
  'x-shopify-hmac-sha256': optionalHeader('In place of these where it is Shopify, which sends it by itself.'),
  'x-hub-signature-256': optionalHeader('In place of these from Meta, which sends it by itself.'),
})

const bodySchema = z.unknown().meta({
  description:
    'order.created, order.updated or order.cancelled; data is the body of POST /api/v1/orders, of which a cancellation ' +
    'needs no more than externalOrderId. WooCommerce, Shopify and Meta send their own words. At most 1 MiB.',
  examples: [sampleOrderEvent],
})

const receivedSchema = z.object({ received: z.literal(true) })
const refusedSchema = z.object({ title: z.string(), status: z.int(), detail: z.string() })

/** How the address is described to those who write websites. */
export const deliverySchema = {
  summary: 'Tell of an order, as the channel’s platform words and signs it',
  tags: [websiteSection],
  params: ByChannel,
  headers: headersSchema,
  body: bodySchema,
  response: {
    202: receivedSchema.describe('Stored, and taken in within moments, also if we are restarted meanwhile.'),
    200: receivedSchema.describe('Nothing was done: the delivery was here before, or is a platform’s greeting.'),
    401: refusedSchema.describe('Not signed by this channel, or too old. Nothing in it was believed.'),
    404: refusedSchema.describe('There is no channel at this address, or its company is switched off.'),
    413: refusedSchema.describe('The body has more than 1 MiB.'),
    429: refusedSchema.describe(
      'Too many wrong signatures from your address: wait as many seconds as Retry-After says.',
    ),
    503: refusedSchema.describe('Not stored: send it again in as many seconds as Retry-After says.'),
  },
}
