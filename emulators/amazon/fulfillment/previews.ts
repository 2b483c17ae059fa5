import { z } from 'zod'
import { emptyDictionary } from '../dictionary.ts'
import { secondsAfter } from '../iso-time.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { readBody } from '../request-input.ts'
import { findMarketplace } from '../sellers/marketplaces.ts'
import type { Seller } from '../state.ts'
import { checkDeclaredValues, checkFeatures } from './marketplace-rules.ts'
import { chooseMarketplace, india, japan } from './request-parameters.ts'
import { CountryCode, type PreviewItem, PreviewRequest, type ShippingSpeed } from './requests.ts'

const secondsPerDay = 24 * 60 * 60

const transitDays: Record<ShippingSpeed, number> = { Standard: 5, Expedited: 2, Priority: 1, ScheduledDelivery: 2 }

const feePerOrder: Record<ShippingSpeed, number> = { Standard: 0, Expedited: 3, Priority: 8, ScheduledDelivery: 4 }

/** Fees and dates of an order for each speed. Reserves nothing. */
export function getFulfillmentPreview({ body, seller, now }: Call): Answer {
  const request = readBody(PreviewRequest, body)
  const marketplaceId = chooseMarketplace(seller, request.marketplaceId)
  if (marketplaceId === india) checkDeclaredValues(request.items)
  checkFeatures(request.featureConstraints, marketplaceId)
  const speeds = request.shippingSpeedCategories ?? ['Standard', 'Expedited', 'Priority']
  if (speeds.includes('ScheduledDelivery') && marketplaceId !== japan) {
    throw invalidInput('Value ScheduledDelivery for parameter ShippingSpeedCategories is invalid. Reason: Japan only.')
  }
  const fulfillmentPreviews = speeds.map((speed) => preview(request, speed, marketplaceId, seller, now))
  return { status: 200, body: { payload: { fulfillmentPreviews } } }
}

function preview(
  request: PreviewRequest,
  speed: ShippingSpeed,
  marketplaceId: string,
  seller: Seller,
  now: Date,
): object {
  const missing = findMissing(request.items, seller.stock[marketplaceId] ?? emptyDictionary())
  const isFulfillable = missing.length === 0
  return {
    shippingSpeedCategory: speed,
    isFulfillable,
    isCODCapable: false,
    marketplaceId,
    unfulfillablePreviewItems: missing,
    ...(isFulfillable ? describeSending(request, speed, marketplaceId, now) : {}),
    ...(request.includeDeliveryWindows && speed === 'ScheduledDelivery'
      ? { scheduledDeliveryInfo: describeWindows(now) }
      : {}),
    ...(request.featureConstraints ? { featureConstraints: request.featureConstraints } : {}),
  }
}

/** Two lines of one SKU share its stock. */
function findMissing(items: readonly PreviewItem[], stock: Record<string, { fulfillable: number }>): object[] {
  const left = new Map<string, number>()
  return items.flatMap((item) => {
    const { sellerSku, quantity, sellerFulfillmentOrderItemId } = item
    const available = left.get(sellerSku) ?? stock[sellerSku]?.fulfillable ?? 0
    left.set(sellerSku, available - quantity)
    if (available >= quantity) return []
    const reason = stock[sellerSku] ? 'InsufficientInventory' : 'ItemNotFound'
    return [{ sellerSku, quantity, sellerFulfillmentOrderItemId, itemUnfulfillableReasons: [reason] }]
  })
}

function describeSending(request: PreviewRequest, speed: ShippingSpeed, marketplaceId: string, now: Date): object {
  const at = now.toISOString()
  const units = request.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const arrival = secondsAfter(at, transitDays[speed] * secondsPerDay)
  return {
    estimatedShippingWeight: { unit: 'POUNDS', value: String(units) },
    ...(marketplaceId === india
      ? {}
      : { estimatedFees: estimateFees(units, speed, findMarketplace(marketplaceId)?.currency ?? 'USD') }),
    fulfillmentPreviewShipments: [
      {
        earliestShipDate: at,
        latestShipDate: secondsAfter(at, secondsPerDay),
        earliestArrivalDate: arrival,
        latestArrivalDate: secondsAfter(arrival, secondsPerDay),
        fulfillmentPreviewItems: request.items.map((item) => ({
          sellerSku: item.sellerSku,
          quantity: item.quantity,
          sellerFulfillmentOrderItemId: item.sellerFulfillmentOrderItemId,
          estimatedShippingWeight: { unit: 'POUNDS', value: '1' },
          shippingWeightCalculationMethod: 'Package',
        })),
      },
    ],
  }
}

function estimateFees(units: number, speed: ShippingSpeed, currencyCode: string): object[] {
  const fee = (name: string, value: number) => ({ name, amount: { currencyCode, value: value.toFixed(2) } })
  return [
    fee('FBAPerUnitFulfillmentFee', 4.95 * units),
    fee('FBAPerOrderFulfillmentFee', feePerOrder[speed]),
    fee('FBATransportationFee', 0),
  ]
}

function describeWindows(now: Date): object {
  const start = secondsAfter(now.toISOString(), 2 * secondsPerDay)
  return {
    deliveryTimeZone: 'Asia/Tokyo',
    deliveryWindows: [
      { startDate: start, endDate: secondsAfter(start, 2 * 60 * 60) },
      { startDate: secondsAfter(start, secondsPerDay), endDate: secondsAfter(start, secondsPerDay + 2 * 60 * 60) },
    ],
  }
}

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

/** Delivery dates of a product; none when there is not enough stock. */
export function deliveryOffers({ body, seller, now }: Call): Answer {
  const { product } = readBody(DeliveryOffersRequest, body)
  const sku = product.productIdentifier.merchantSku
  const units = Number(product.amount?.value ?? 1)
  const isThere = Object.values(seller.stock).some((stock) => (stock[sku]?.fulfillable ?? 0) >= units)
  const at = now.toISOString()
  const offer = {
    expiresAt: secondsAfter(at, 60 * 60),
    dateRange: { earliest: secondsAfter(at, 3 * secondsPerDay), latest: secondsAfter(at, 5 * secondsPerDay) },
    policy: { message: { text: 'Delivered in 3 to 5 days', locale: 'en_US' } },
  }
  return { status: 200, body: { payload: { deliveryOffers: isThere ? [offer] : [] } } }
}
