import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../../operation.ts'
import { list, maybe, moment, payload } from '../response-schemas.ts'
import { countryCode, text, validateRequest } from '../request-schemas.ts'
import { base } from './order-schemas.ts'

const Place = z.object({
  postalCode: text('Postal code'),
  countryCode,
  city: z.string().optional(),
  stateOrRegion: z.string().optional(),
})

const OffersRequest = z.object({
  product: z.object({
    productIdentifier: z.object({ merchantSku: text('SKU', 50) }),
    amount: z.object({ unitOfMeasure: z.literal('Eaches'), value: z.string().regex(/^[1-9]\d*$/) }).optional(),
  }),
  terms: z.object({
    origin: z.object({ countryCode }),
    destination: z.object({ deliveryAddress: Place }),
  }),
})

/** Delivery dates of one product to one place, for a product page. */
export const deliveryOffers = operation({
  name: 'deliveryOffers',
  method: 'POST',
  rate: 5,
  burst: 30,
  isRead: true,
  request: ({ body }: { body: z.input<typeof OffersRequest> }) => ({
    path: `${base}/deliveryOffers`,
    body: validateRequest(say('This delivery request'), OffersRequest, body),
  }),
  wire: payload(
    z.object({
      deliveryOffers: list(
        z.object({
          expiresAt: maybe(moment),
          dateRange: maybe(z.object({ earliest: moment, latest: moment })),
          policy: maybe(z.object({ message: maybe(z.object({ text: maybe(z.string()) })) })),
        }),
      ),
    }),
  ),
})
