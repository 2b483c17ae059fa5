import { say } from '#contract/i18n.ts'
import { type KnownError, knownFulfillmentErrors } from './known-fulfillment-errors.ts'

export const lwaOperation = 'Login with Amazon'

export const reauthorizeMessage = say('Amazon has ended Lockstep’s access to this account. Authorize it again.')

const reviewOperations = ['getSolicitationActionsForOrder', 'createProductReviewAndSellerFeedbackSolicitation']
const listingOperations = ['getListingsItem', 'patchListingsItem', 'deleteListingsItem']

/** The catalogue of refusals. The first entry that matches wins, so specific entries stand before general ones. */
export const knownErrors: readonly KnownError[] = [
  {
    code: 'invalid_client',
    operations: [lwaOperation],
    says: /invalid_client|unauthorized_client/,
    whoActs: 'lockstep',
    sentence: say(
      'Amazon doesn’t accept Lockstep’s own client ID and secret. Your Lockstep provider needs to check AMAZON_LWA_CLIENT_ID and AMAZON_LWA_CLIENT_SECRET; Amazon asks for a new secret every 180 days.',
    ),
  },
  {
    code: 'bad_token_request',
    operations: [lwaOperation],
    says: /invalid_request|invalid_scope|unsupported_grant_type/,
    whoActs: 'lockstep',
    sentence: say(
      'Amazon didn’t understand Lockstep’s request for access. Your Lockstep provider needs to check that the redirect URL is registered with the application at Amazon.',
    ),
  },
  {
    code: 'stale_page',
    status: 400,
    says: /(?:next|page) ?token/i,
    whoActs: 'lockstep',
    sentence: say('Amazon lost its place in this read. Lockstep restarts the read automatically.'),
  },
  {
    code: 'no_fba',
    operations: ['getInventorySummaries'],
    status: 400,
    says: /fba|fulfil+ment by amazon|not (?:registered|enrolled|eligible)/i,
    whoActs: 'you',
    sentence: say(
      'This seller has no stock in Amazon’s warehouses in this marketplace. Turn on Fulfillment by Amazon in Seller Central, or remove the marketplace from the connection.',
    ),
  },
  ...knownFulfillmentErrors,
  {
    code: 'review_not_due',
    operations: reviewOperations,
    status: 403,
    says: /solicitation|window|delivery|amazonOrderId|not available/i,
    whoActs: 'you',
    sentence: say(
      'Amazon doesn’t allow a review request for this order now. It is possible once per order, from 5 to 30 days after delivery.',
    ),
  },
  {
    code: 'listing_not_found',
    operations: listingOperations,
    status: 404,
    whoActs: 'you',
    sentence: say(
      'Amazon has no listing for this SKU in this marketplace. Create the listing first, or check how the SKU is spelled in Seller Central.',
    ),
  },
  {
    code: 'unknown_product_type',
    operations: ['getDefinitionsProductType'],
    status: 404,
    whoActs: 'you',
    sentence: say('Amazon has no such product type in this marketplace. Choose another product type.'),
  },
  {
    code: 'already_subscribed',
    operations: ['createSubscription', 'createDestination'],
    status: 409,
    whoActs: 'lockstep',
    sentence: say('Amazon already has this subscription. Lockstep keeps using it.'),
  },
  {
    code: 'feed_has_begun',
    operations: ['cancelFeed'],
    status: 400,
    whoActs: 'other_side',
    sentence: say('Amazon is already processing this feed; it can no longer be cancelled. Wait for its report.'),
  },
  {
    code: 'wrong_marketplace',
    status: 400,
    says: /\b(?:invalid|valid|unknown|sell in)\b.*marketplace|marketplace\S* (?:\S+ )?(?:is|are) (?:invalid|not valid|not supported)/i,
    whoActs: 'you',
    sentence: say(
      'Amazon doesn’t offer this marketplace for this account. Check which marketplaces are chosen for the account in Settings.',
    ),
  },
  {
    code: 'no_permission',
    status: 403,
    whoActs: 'you',
    sentence: say(
      'Amazon doesn’t allow Lockstep to do this for this account. Authorize the account again; if that does not help, Lockstep’s application lacks a role at Amazon.',
    ),
  },
  {
    code: 'not_found',
    status: 404,
    whoActs: 'lockstep',
    sentence: say('Amazon couldn’t find this. Sync again; it may have been removed in Seller Central.'),
  },
  {
    code: 'too_large',
    status: 413,
    whoActs: 'lockstep',
    sentence: say('The request is too large for Amazon. Send it in smaller parts.'),
  },
]
