import { z } from 'zod'
import { countryCode, listOf, text } from '../request-schemas.ts'

/** Multi-Channel Fulfillment (Fulfillment Outbound API), version 2020-07-01. */
export const base = '/fba/outbound/2020-07-01'

export const fulfillmentOrders = `${base}/fulfillmentOrders`

/** Published rate limit of all operations but deliveryOffers. */
export const rateLimit = { rate: 2, burst: 30 } as const

/** Amazon refuses a city in Japan and requires one everywhere else. */
export const Address = z
  .object({
    name: text('Recipient name'),
    addressLine1: text('Address line 1'),
    addressLine2: z.string().optional(),
    addressLine3: z.string().optional(),
    city: z.string().optional(),
    districtOrCounty: z.string().optional(),
    stateOrRegion: z.string().optional(),
    /** Required, and empty in countries without postal codes. */
    postalCode: z.string(),
    countryCode,
    phone: z.string().optional(),
  })
  .superRefine((address, context) => {
    const isJapan = address.countryCode === 'JP'
    if (isJapan === !address.city?.trim()) return
    const message = isJapan ? 'A Japanese address has no city' : 'City is missing'
    context.addIssue({ code: 'custom', path: ['city'], message })
  })

export const Money = z.object({
  currencyCode: z.string().regex(/^[A-Z]{3}$/, 'The currency is not a code of three capital letters'),
  value: z.string().regex(/^\d+(?:\.\d+)?$/, 'An amount is not a number'),
})

export const speeds = z.enum(['Standard', 'Expedited', 'Priority', 'ScheduledDelivery'])

export const FeatureConstraints = z.array(
  z.object({
    featureName: z.enum([
      'BLANK_BOX',
      'BLOCK_AMZL',
      'OVERBOX',
      'PACKING_SLIP',
      'SIGNATURE_CONFIRMATION',
      'DELIVER_TOGETHER',
    ]),
    featureFulfillmentPolicy: z.enum(['Required', 'NotRequired']),
  }),
)

export const Line = z.object({
  sellerSku: text('SKU', 50),
  sellerFulfillmentOrderItemId: text('Line ID', 50),
  quantity: z.int().min(1, 'Quantity must be at least 1'),
  perUnitDeclaredValue: Money.optional(),
})

const mostUnits = 250

export const linesOf = <Schema extends typeof Line>(line: Schema) =>
  listOf('Lines', line, 100).refine(
    (lines) => lines.reduce((sum, { quantity }) => sum + quantity, 0) <= mostUnits,
    `One order has at most ${mostUnits} units`,
  )
