import { type KnownError, knownFulfillmentErrors } from './known-fulfillment-errors.ts'

export const lwaOperation = 'Login with Amazon'

export const reauthorizeMessage = 'Amazon has ended Lockstep’s access to this account. Authorize it again.'

const reviewOperations = ['getSolicitationActionsForOrder', 'createProductReviewAndSellerFeedbackSolicitation']
const listingOperations = ['getListingsItem', 'patchListingsItem', 'deleteListingsItem']

/** The catalogue of refusals. The first entry that matches wins, so specific entries stand before general ones. */
export const knownErrors: readonly KnownError[] = [
  {
    code: 'invalid_client',
    operations: [lwaOperation],
    says: /invalid_client|unauthorized_client/,
    meaning: 'Amazon doesn’t accept Lockstep’s own client ID and secret.',
    whoActs: 'lockstep',
    remedy:
      'Your Lockstep provider needs to check AMAZON_LWA_CLIENT_ID and AMAZON_LWA_CLIENT_SECRET; Amazon asks for a new secret every 180 days.',
  },
  {
    code: 'bad_token_request',
    operations: [lwaOperation],
    says: /invalid_request|invalid_scope|unsupported_grant_type/,
    meaning: 'Amazon didn’t understand Lockstep’s request for access.',
    whoActs: 'lockstep',
    remedy: 'Your Lockstep provider needs to check that the redirect URL is registered with the application at Amazon.',
  },
  {
    code: 'stale_page',
    status: 400,
    says: /(?:next|page) ?token/i,
    meaning: 'Amazon lost its place in this read.',
    whoActs: 'lockstep',
    remedy: 'Lockstep restarts the read automatically.',
  },
  {
    code: 'no_fba',
    operations: ['getInventorySummaries'],
    status: 400,
    says: /fba|fulfil+ment by amazon|not (?:registered|enrolled|eligible)/i,
    meaning: 'This seller has no stock in Amazon’s warehouses in this marketplace.',
    whoActs: 'you',
    remedy: 'Turn on Fulfillment by Amazon in Seller Central, or remove the marketplace from the connection.',
  },
  ...knownFulfillmentErrors,
  {
    code: 'review_not_due',
    operations: reviewOperations,
    status: 403,
    says: /solicitation|window|delivery|amazonOrderId|not available/i,
    meaning: 'Amazon doesn’t allow a review request for this order now.',
    whoActs: 'you',
    remedy: 'It is possible once per order, from 5 to 30 days after delivery.',
  },
  {
    code: 'listing_not_found',
    operations: listingOperations,
    status: 404,
    meaning: 'Amazon has no listing for this SKU in this marketplace.',
    whoActs: 'you',
    remedy: 'Create the listing first, or check how the SKU is spelled in Seller Central.',
  },
  {
    code: 'unknown_product_type',
    operations: ['getDefinitionsProductType'],
    status: 404,
    meaning: 'Amazon has no such product type in this marketplace.',
    whoActs: 'you',
    remedy: 'Choose another product type.',
  },
  {
    code: 'already_subscribed',
    operations: ['createSubscription', 'createDestination'],
    status: 409,
    meaning: 'Amazon already has this subscription.',
    whoActs: 'lockstep',
    remedy: 'Lockstep keeps using it.',
  },
  {
    code: 'feed_has_begun',
    operations: ['cancelFeed'],
    status: 400,
    meaning: 'Amazon is already processing this feed; it can no longer be cancelled.',
    whoActs: 'other_side',
    remedy: 'Wait for its report.',
  },
  {
    code: 'wrong_marketplace',
    status: 400,
    says: /\b(?:invalid|valid|unknown|sell in)\b.*marketplace|marketplace\S* (?:\S+ )?(?:is|are) (?:invalid|not valid|not supported)/i,
    meaning: 'Amazon doesn’t offer this marketplace for this account.',
    whoActs: 'you',
    remedy: 'Check which marketplaces are chosen for the account in Settings.',
  },
  {
    code: 'no_permission',
    status: 403,
    meaning: 'Amazon doesn’t allow Lockstep to do this for this account.',
    whoActs: 'you',
    remedy: 'Authorize the account again; if that does not help, Lockstep’s application lacks a role at Amazon.',
  },
  {
    code: 'not_found',
    status: 404,
    meaning: 'Amazon couldn’t find this.',
    whoActs: 'lockstep',
    remedy: 'Sync again; it may have been removed in Seller Central.',
  },
  {
    code: 'too_large',
    status: 413,
    meaning: 'The request is too large for Amazon.',
    whoActs: 'lockstep',
    remedy: 'Send it in smaller parts.',
  },
]
