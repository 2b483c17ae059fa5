import { invalidInput } from '../refusal.ts'
import type { Seller } from '../state.ts'
import { india, japan, unitedStates } from './request-parameters.ts'
import type { CreateOrder, FeatureConstraints } from './requests.ts'
import type { z } from 'zod'

/** Checks the rules of the marketplace, beyond the request's schema. */
export function checkOrderRules(order: CreateOrder, marketplaceId: string): void {
  if (order.shippingSpeedCategory === 'ScheduledDelivery') checkScheduledDelivery(order, marketplaceId)
  if (order.deliveryPreferences && marketplaceId !== japan) {
    throw invalidInput('DeliveryPreferences are supported in the Japan marketplace only.')
  }
  if (order.codSettings?.isCodRequired && marketplaceId !== japan) {
    throw invalidInput('Cash on delivery is not available in this marketplace.')
  }
  if (marketplaceId === india && !order.paymentInformation?.length) {
    throw invalidInput('The request must contain the parameter PaymentInformation.')
  }
  if (marketplaceId === india) checkDeclaredValues(order.items)
  checkFeatures(order.featureConstraints, marketplaceId)
}

export function checkDeclaredValues(items: readonly { perUnitDeclaredValue?: object | undefined }[]): void {
  if (items.every(({ perUnitDeclaredValue }) => perUnitDeclaredValue)) return
  throw invalidInput('The request must contain the parameter Items.PerUnitDeclaredValue.')
}

export function checkFeatures(
  constraints: z.output<typeof FeatureConstraints> | undefined,
  marketplaceId: string,
): void {
  const isSigned = constraints?.some(({ featureName }) => featureName === 'SIGNATURE_CONFIRMATION')
  if (isSigned && marketplaceId !== unitedStates) {
    throw invalidInput('SIGNATURE_CONFIRMATION is available in the US marketplace only.')
  }
}

/** Refuses SKUs that Amazon's warehouses never held. */
export function checkSkus(seller: Seller, marketplaceId: string, skus: readonly string[]): void {
  const unknown = skus.find((sku) => !seller.stock[marketplaceId]?.[sku])
  if (unknown) throw invalidInput(`No inventory available for Items.SellerSKU: ${unknown}.`)
}

function checkScheduledDelivery(order: CreateOrder, marketplaceId: string): void {
  if (marketplaceId !== japan) {
    throw invalidInput('Value ScheduledDelivery for parameter ShippingSpeedCategory is invalid. Reason: Japan only.')
  }
  if (order.fulfillmentAction === 'Hold') {
    throw invalidInput('Value Hold for parameter FulfillmentAction is invalid. Reason: ScheduledDelivery.')
  }
  if (!order.deliveryWindow) throw invalidInput('The request must contain the parameter DeliveryWindow.')
}
