/** Multi-Channel Fulfillment, version 2020-07-01. */
export const base = '/fba/outbound/2020-07-01'
export const fulfillmentOrders = `${base}/fulfillmentOrders`

/** What Amazon allows for all of it but the delivery offers. */
export const rateLimit = { rate: 2, burst: 30 } as const
