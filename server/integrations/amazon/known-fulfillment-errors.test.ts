import { expect, it } from 'vitest'
import { knownFulfillmentErrors } from './known-fulfillment-errors.ts'
import { findKnownError } from './errors.ts'

const create = 'createFulfillmentOrder'
const preview = 'getFulfillmentPreview'
const cancel = 'cancelFulfillmentOrder'
const get = 'getFulfillmentOrder'

const understood: [operation: string, message: string, code: string][] = [
  [create, 'A create request already exists for MerchantFulfillmentOrderId : ORD-1-1', 'order_exists'],
  [create, 'DuplicateRequest', 'order_exists'],
  [create, 'SellerFulfillmentOrderId must be unique', 'order_exists'],
  [get, "Requested order 'ORD-1-1' not found", 'order_not_found'],
  [cancel, 'The fulfillment order does not exist.', 'order_not_found'],
  [
    cancel,
    'Value ORD-1-1 for parameter SellerFulfillmentOrderId is invalid. Reason: DuplicateCancelRequest.',
    'already_cancelled',
  ],
  [cancel, 'Value OrderNotUpdatable for parameter  is invalid. Reason: 1 error', 'order_too_far'],
  [cancel, 'This order cannot be cancelled.', 'order_too_far'],
  ['getPackageTrackingDetails', "Requested package '7' not found", 'package_not_found'],
  [create, 'Your account has been suspended.', 'account_suspended'],
  [create, 'Your selling privileges have been removed.', 'account_suspended'],
  [create, 'There is no valid charge method on file.', 'fees_unpaid'],
  [create, 'Insufficient funds to cover the fulfillment fees.', 'fees_unpaid'],
  [create, 'The merchant is not registered for FBA.', 'not_enrolled'],
  [preview, 'Value  for parameter SellerId is invalid. Reason: InvalidValue.', 'not_enrolled'],
  [preview, 'This order cannot be fulfilled due to Brexit preventing cross-border fulfillment', 'border_closed'],
  [create, 'Value NotEligibleForExport for parameter Item is invalid', 'not_exportable'],
  [
    create,
    'Value for parameter DestinationAddress.CountryCode is invalid. Reason: InvalidValue.',
    'country_not_served',
  ],
  [create, 'Shipping to this country is not available.', 'country_not_served'],
  [preview, 'Value Priority for parameter ShippingSpeedCategory is invalid.', 'speed_unavailable'],
  [create, 'DeliverySLAUnavailable', 'speed_unavailable'],
  [create, 'EXPEDITED delivery unavailable for LAMP', 'speed_unavailable'],
  [create, 'The request must contain the parameter Address.CountryCode.', 'bad_address'],
  [create, 'Value 98 for parameter DestinationAddress.PostalCode is invalid.', 'bad_address'],
  [create, 'Dangerous goods cannot be shipped to P.O. box addresses', 'bad_address'],
  [create, 'Value  for parameter Phone is invalid.', 'bad_address'],
  [create, 'Item LAMP is classified as hazmat.', 'dangerous_goods'],
  [create, 'The request must contain a valid Feature', 'feature_unavailable'],
  [create, 'BLANK_BOX is not available for SKU LAMP', 'feature_unavailable'],
  [create, 'An order can have 250 units at most', 'too_many_units'],
  [create, 'The number of items exceeds the maximum of 100', 'too_many_units'],
  [create, 'SellerFulfillmentOrderItemId must be unique in an order', 'line_sent_twice'],
  [create, 'Cash on delivery is not available in this marketplace.', 'cash_on_delivery'],
  [create, 'The request must contain the parameter Items.PerUnitDeclaredValue.', 'declared_value_missing'],
  [create, 'The request must contain the parameter PaymentInformation.', 'declared_value_missing'],
  [create, 'SellerSKU LAMP is not eligible for Multi-Channel Fulfillment', 'item_not_eligible'],
  [create, 'No inventory available for Items.SellerFulfillmentOrderItemId: line-1.', 'not_enough_stock'],
  [preview, 'ItemQuantityNotAvailable There is not enough quantity of item LAMP.', 'not_enough_stock'],
  [create, 'Inventory unavailable for order', 'not_enough_stock'],
  [create, 'the SellerSKU for Item Id: line-1 is invalid.', 'unknown_sku'],
  [create, 'timestamp must follow ISO8601', 'bad_order_details'],
  [create, 'Value  for parameter DisplayableOrderComment is invalid.', 'bad_order_details'],
  [create, 'The request must contain a valid marketplace.', 'wrong_marketplace'],
]

const find = (operation: string, message: string) =>
  findKnownError({ operation, status: 400, errors: [{ code: 'InvalidInput', message, details: '' }] })

it.each(understood)('the catalogue recognizes why %s refuses with “%s”', (operation, message, code) => {
  expect(find(operation, message)?.code).toBe(code)
})

it('every known fulfillment error has an example', () => {
  const shown = new Set(understood.map(([, , code]) => code))
  expect(knownFulfillmentErrors.filter(({ code }) => !shown.has(code))).toEqual([])
})

it.each([
  ['something else that isn’t there', get, 'Seller not found'],
  ['a marketplace that isn’t there', cancel, 'The requested resource does not exist'],
])('a refusal because of %s does not count as a missing order', (_, operation, message) => {
  expect(find(operation, message)?.code).not.toBe('order_not_found')
})

it.each(['The moon is in the wrong house.', "The value 'abc' is invalid for EmailAddress."])(
  'the refusal “%s” is not guessed',
  (message) => {
    expect(find(create, message)).toBeNull()
  },
)
