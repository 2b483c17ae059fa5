import { type Message, say } from '#contract/i18n.ts'
import type { ActingParty } from '#server/ports/failure.ts'

/** A refusal that we know: how to recognize it, what it means, who can act and how. */
export type KnownError = {
  /** Our code for it. It is stored, so it does not change. */
  readonly code: string
  /** Amazon's names of the operations; any operation when absent. */
  readonly operations?: readonly string[]
  readonly status?: number
  /** Matches Amazon's code, message or details. */
  readonly says?: RegExp
  readonly whoActs: ActingParty
  /** What it means, and what to do about it. */
  readonly sentence: Message
}

const orderOperations = [
  'getFulfillmentOrder',
  'updateFulfillmentOrder',
  'cancelFulfillmentOrder',
  'submitFulfillmentOrderStatusUpdate',
  'createFulfillmentReturn',
]

const sendingOperations = [
  'createFulfillmentOrder',
  'updateFulfillmentOrder',
  'getFulfillmentPreview',
  'deliveryOffers',
]

/** Whether Amazon has the order, and whether it can still be changed. */
const aboutOrders: readonly KnownError[] = [
  {
    code: 'order_exists',
    operations: ['createFulfillmentOrder'],
    says: /already (?:exists|been (?:submitted|created|used))|duplicate ?(?:order|request)|FulfillmentOrderId\b.*\b(?:duplicate|unique)|conflict/i,
    whoActs: 'lockstep',
    sentence: say(
      'Amazon already has a fulfillment order with this ID. Lockstep reads that order and continues with it.',
    ),
  },
  {
    // Must match only a missing ORDER: an order that counts as not found may be submitted again.
    code: 'order_not_found',
    operations: orderOperations,
    says: /\border\b.*(?:not found|does not exist)|no such order|could not find (?:the |this )?(?:fulfil+ment )?order/i,
    whoActs: 'lockstep',
    sentence: say('Amazon has no fulfillment order with this ID. The order can be sent to Amazon again.'),
  },
  {
    code: 'already_cancelled',
    operations: ['cancelFulfillmentOrder'],
    says: /duplicate ?cancel|already (?:been )?cancel/i,
    whoActs: 'other_side',
    sentence: say(
      'Cancellation of this order was already requested. Amazon’s next status shows whether it could still be stopped.',
    ),
  },
  {
    code: 'order_too_far',
    operations: ['cancelFulfillmentOrder', 'updateFulfillmentOrder'],
    says: /not ?(?:updatable|cancell?able)|can(?:no|['\u2019])t be (?:updated|cancell?ed)/i,
    whoActs: 'you',
    sentence: say(
      'Amazon is already packing this order; it can no longer be changed or cancelled. Let it ship, and ask the customer to return it.',
    ),
  },
  {
    code: 'package_not_found',
    operations: ['getPackageTrackingDetails'],
    status: 400,
    says: /not found|does not exist|unknown/i,
    whoActs: 'lockstep',
    sentence: say(
      'Amazon doesn’t know this package. Lockstep reads the order again: packages can change until everything has shipped.',
    ),
  },
]

const aboutAccount: readonly KnownError[] = [
  {
    code: 'account_suspended',
    operations: sendingOperations,
    says: /suspend|deactivated|selling privileges|account\b.*\b(?:blocked|on hold|inactive)/i,
    whoActs: 'you',
    sentence: say(
      'Amazon has suspended this seller account or its fulfillment. Check Account Health in Seller Central; orders can be sent once Amazon has reinstated the account.',
    ),
  },
  {
    code: 'fees_unpaid',
    operations: sendingOperations,
    says: /payment method|charge method|credit card|insufficient funds|outstanding balance/i,
    whoActs: 'you',
    sentence: say(
      'Amazon can’t charge its fulfillment fees to this account. Check the charge method in Seller Central and send the order again.',
    ),
  },
  {
    code: 'not_enrolled',
    operations: sendingOperations,
    says: /\b(?:seller|merchant|account)\b(?! ?sku).*\bnot (?:registered|enrolled|signed up|enabled|eligible|active)\b|\b(?:fba|mcf|multi-?channel fulfil+ment)\b.*\bnot (?:registered|enrolled|enabled|active)\b|SellerId is invalid/i,
    whoActs: 'you',
    sentence: say(
      'This seller account isn’t enrolled in Multi-Channel Fulfillment in this marketplace. Turn it on in Seller Central under Fulfillment by Amazon, then send the order again.',
    ),
  },
]

const aboutPlace: readonly KnownError[] = [
  {
    code: 'border_closed',
    operations: sendingOperations,
    says: /brexit|cross-?border/i,
    whoActs: 'you',
    sentence: say(
      'Amazon doesn’t ship these items across the border to this country. Send stock to Amazon’s warehouses on the other side of the border, or ship this order yourself.',
    ),
  },
  {
    code: 'not_exportable',
    operations: sendingOperations,
    says: /(?:not ?eligible|ineligible) ?for ?export|export\b.*\bnot (?:allowed|permitted|supported)/i,
    whoActs: 'you',
    sentence: say(
      'Amazon doesn’t ship an item in this order outside the country where it is stored. Turn on export for the item in Seller Central, keep stock in the customer’s country, or ship it yourself.',
    ),
  },
  {
    code: 'country_not_served',
    operations: sendingOperations,
    says: /CountryCode is invalid|country\b.{0,60}\bnot (?:supported|served|available)|(?:deliver|ship)\w*\b.{0,20}\bto (?:this|that|the) (?:country|destination|region)/i,
    whoActs: 'you',
    sentence: say(
      'Amazon doesn’t deliver to this country from this marketplace. Connect an Amazon account in a marketplace that serves the country, or ship this order yourself.',
    ),
  },
  {
    code: 'speed_unavailable',
    operations: sendingOperations,
    says: /DeliverySLA|delivery sla|delivery unavailable|ShippingSpeedCategor(?:y|ies)\b.*\binvalid|speed\b.*\bnot (?:available|supported|offered)/i,
    whoActs: 'you',
    sentence: say(
      'Amazon can’t deliver this order at the chosen speed. Choose another speed and send the order again.',
    ),
  },
]

const aboutItems: readonly KnownError[] = [
  {
    code: 'dangerous_goods',
    operations: sendingOperations,
    says: /hazmat|hazardous|dangerous goods|lithium/i,
    whoActs: 'you',
    sentence: say(
      'An item in this order counts as dangerous goods, which Amazon doesn’t ship this way. Choose the standard speed and a street address; if Amazon still refuses it, ship the item yourself.',
    ),
  },
  {
    code: 'feature_unavailable',
    operations: sendingOperations,
    says: /\bfeature|BLANK_BOX|BLOCK_AMZL|SIGNATURE_CONFIRMATION/i,
    whoActs: 'you',
    sentence: say(
      'Amazon doesn’t offer unbranded packaging or another carrier for this order, as its channel’s settings require. Turn the setting off in the channel, or have Amazon enable it for the account, and send the order again.',
    ),
  },
  {
    code: 'too_many_units',
    operations: sendingOperations,
    says: /\b(?:units|items|quantity|lines)\b.{0,60}\b(?:at most|exceed\w*|more than|maximum|limit)|\b(?:exceed\w*|more than|maximum|at most|limit)\b.{0,60}\b(?:units|items|quantity|lines)/i,
    whoActs: 'you',
    sentence: say(
      'The order is too large for Amazon, which accepts up to 100 lines and 250 units. Send it in several shipments.',
    ),
  },
  {
    code: 'line_sent_twice',
    operations: sendingOperations,
    says: /(?:duplicate|unique)\b.*\b\w*ItemId|ItemId\b.*\b(?:duplicate|unique)/i,
    whoActs: 'lockstep',
    sentence: say('Two lines of this order have the same ID at Amazon. Your Lockstep provider needs to look into it.'),
  },
  {
    code: 'cash_on_delivery',
    operations: sendingOperations,
    says: /cash on delivery|\bCOD\b|CodSettings/i,
    whoActs: 'you',
    sentence: say('Amazon doesn’t collect payment on delivery here. Have the customer pay before the order is sent.'),
  },
  {
    code: 'declared_value_missing',
    operations: sendingOperations,
    says: /DeclaredValue|declared value|PaymentInformation/i,
    whoActs: 'you',
    sentence: say(
      'Amazon requires the declared value and payment of each item, as it does for India and some exports. Create this fulfillment order in Seller Central, where you can enter them.',
    ),
  },
  {
    code: 'item_not_eligible',
    operations: sendingOperations,
    says: /\b(?:not ?eligible|ineligible|restricted|stranded|not (?:allowed|permitted))\b/i,
    whoActs: 'you',
    sentence: say(
      'Amazon doesn’t fulfill an item in this order for other shops. Check the item’s restrictions in Seller Central, or ship it yourself.',
    ),
  },
  {
    code: 'not_enough_stock',
    operations: sendingOperations,
    says: /insufficient|not enough|out of stock|no inventory|inventory (?:is )?(?:un|not )available|QuantityNotAvailable/i,
    whoActs: 'you',
    sentence: say(
      'Amazon’s warehouses don’t have enough of this order’s items. Send stock to Amazon, or remove the missing items from the order.',
    ),
  },
  {
    code: 'unknown_sku',
    operations: sendingOperations,
    says: /sku\b.*(?:not|invalid|unknown)|(?:invalid|unknown)\b.*\bsku/i,
    whoActs: 'you',
    sentence: say(
      'Amazon has no stock record for a SKU in this order. Check that the SKU is spelled as in Seller Central and is fulfilled by Amazon.',
    ),
  },
  {
    code: 'bad_order_details',
    operations: sendingOperations,
    says: /DisplayableOrder|ISO ?8601|SellerFulfillmentOrderId\b.*\b(?:invalid|characters)/i,
    whoActs: 'lockstep',
    sentence: say(
      'Amazon doesn’t accept the order’s number, date or comment. Your Lockstep provider needs to look into it.',
    ),
  },
]

/**
 * Refusals of Multi-Channel Fulfillment. The first entry that matches wins, so specific entries stand before general
 * ones.
 */
export const knownFulfillmentErrors: readonly KnownError[] = [
  ...aboutOrders,
  ...aboutAccount,
  ...aboutPlace,
  {
    code: 'bad_address',
    operations: sendingOperations,
    says: /(?<!e-?mail ?)address|postal ?code|country ?code|\bcity\b|\bp\.? ?o\.? ?box|\bphone/i,
    whoActs: 'you',
    sentence: say('Amazon doesn’t accept the delivery address. Correct the address and send the order again.'),
  },
  ...aboutItems,
]
