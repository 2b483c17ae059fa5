import { type KnownError, knownFulfillmentErrors } from './known-fulfillment-errors.ts'

export const lwaOperation = 'Login with Amazon'

export const reauthorizeMessage = 'Amazon no longer lets Lockstep into this account. Authorize it again.'

const reviewOperations = ['getSolicitationActionsForOrder', 'createProductReviewAndSellerFeedbackSolicitation']
const listingOperations = ['getListingsItem', 'patchListingsItem', 'deleteListingsItem']

/** The catalogue of refusals. The first entry that matches wins, so specific entries stand before general ones. */
export const knownErrors: readonly KnownError[] = [
  {
    code: 'invalid_client',
    operations: [lwaOperation],
    says: /invalid_client|unauthorized_client/,
    meaning: 'Amazon does not accept Lockstep’s own client id and secret.',
    whoActs: 'lockstep',
    remedy:
      'Whoever runs Lockstep must check AMAZON_LWA_CLIENT_ID and AMAZON_LWA_CLIENT_SECRET; Amazon asks for a new secret every 180 days.',
  },
  {
    code: 'bad_token_request',
    operations: [lwaOperation],
    says: /invalid_request|invalid_scope|unsupported_grant_type/,
    meaning: 'Amazon could not make sense of how Lockstep asked for access.',
    whoActs: 'lockstep',
    remedy: 'Whoever runs Lockstep must check that the redirect URL is registered with the application at Amazon.',
  },
  {
    code: 'stale_page',
    status: 400,
    says: /(?:next|page) ?token/i,
    meaning: 'Amazon no longer knows where this read was.',
    whoActs: 'lockstep',
    remedy: 'Lockstep begins the read again by itself.',
  },
  {
    code: 'no_fba',
    operations: ['getInventorySummaries'],
    status: 400,
    says: /fba|fulfil+ment by amazon|not (?:registered|enrolled|eligible)/i,
    meaning: 'This seller keeps no stock in Amazon’s warehouses in this marketplace.',
    whoActs: 'you',
    remedy: 'Turn on Fulfillment by Amazon in Seller Central, or take the marketplace out of the connection.',
  },
  ...knownFulfillmentErrors,
  {
    code: 'review_not_due',
    operations: reviewOperations,
    status: 403,
    says: /solicitation|window|delivery|amazonOrderId|not available/i,
    meaning: 'Amazon does not let a review of this order be asked for now.',
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
    remedy: 'Lockstep goes on with the one that is there.',
  },
  {
    code: 'feed_has_begun',
    operations: ['cancelFeed'],
    status: 400,
    meaning: 'Amazon is already working on this feed; it can’t be cancelled any more.',
    whoActs: 'other_side',
    remedy: 'Wait for its report.',
  },
  {
    code: 'wrong_marketplace',
    status: 400,
    says: /\b(?:invalid|valid|unknown|sell in)\b.*marketplace|marketplace\S* (?:\S+ )?(?:is|are) (?:invalid|not valid|not supported)/i,
    meaning: 'Amazon does not serve this marketplace for this account.',
    whoActs: 'you',
    remedy: 'Check which marketplaces are chosen for the account in Settings.',
  },
  {
    code: 'no_permission',
    status: 403,
    meaning: 'Amazon does not let Lockstep do this for this account.',
    whoActs: 'you',
    remedy: 'Authorize the account again; if that does not help, Lockstep’s application lacks a role at Amazon.',
  },
  {
    code: 'not_found',
    status: 404,
    meaning: 'Amazon does not have what was asked for.',
    whoActs: 'lockstep',
    remedy: 'Synchronize again; it may have been removed in Seller Central.',
  },
  {
    code: 'too_large',
    status: 413,
    meaning: 'What was sent is too large for Amazon.',
    whoActs: 'lockstep',
    remedy: 'Send it in smaller parts.',
  },
]
