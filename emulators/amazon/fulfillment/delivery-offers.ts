import { z } from 'zod'
import { readBody } from '../input.ts'
import type { Answer, Call } from '../operation.ts'
import { secondsAfter } from '../seconds-after.ts'
import { CountryCode } from './requests/parts.ts'

const oneDay = 24 * 60 * 60

const DeliveryOffersRequest = z.object({
  product: z.object({
    productIdentifier: z.object({ merchantSku: z.string().min(1).max(50) }),
    amount: z
      .object({ unitOfMeasure: z.literal('Eaches'), value: z.string().regex(/^\d+(\.0+)?$/, 'InvalidValue') })
      .optional(),
  }),
  terms: z.object({
    origin: z.object({ countryCode: CountryCode }),
    destination: z
      .object({
        deliveryAddress: z.object({ postalCode: z.string().min(1), countryCode: CountryCode }).optional(),
        ipAddress: z.string().optional(),
      })
      .refine(
        ({ deliveryAddress, ipAddress }) => deliveryAddress ?? ipAddress,
        'An address or an IP address is needed',
      ),
  }),
})

/** The dates to show beside a product; none for what isn't there in that number. */
export function deliveryOffers({ body, seller, now }: Call): Answer {
  const { product } = readBody(DeliveryOffersRequest, body)
  const sku = product.productIdentifier.merchantSku
  const units = Number(product.amount?.value ?? 1)
  const isThere = Object.values(seller.stock).some((shelf) => (shelf[sku]?.fulfillable ?? 0) >= units)
  const at = now.toISOString()
  const offer = {
    expiresAt: secondsAfter(at, 60 * 60),
    dateRange: { earliest: secondsAfter(at, 3 * oneDay), latest: secondsAfter(at, 5 * oneDay) },
    policy: { message: { text: 'Delivered in 3 to 5 days', locale: 'en_US' } },
  }
  return { status: 200, body: { payload: { deliveryOffers: isThere ? [offer] : [] } } }
}
