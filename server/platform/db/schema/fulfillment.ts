import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { deliverySources } from '#contract/fulfillment.ts'
import { cancelPurposes, fulfillmentProviders, fulfillmentStatuses, shippingSpeeds } from '#contract/order-status.ts'
import { moment, money, notNegative, oneOf, positive, timestamps } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'
import { amazonIntegrations } from './marketplace.ts'
import { orderItems, orders } from './orders.ts'

/**
 * One attempt to ship an order, by Amazon or by the seller. `externalFulfillmentId` is our idempotency key, stored before the provider is
 * called; of the seller's parcels it is made of the tracking number that was typed first.
 */
export const fulfillments = companyTable(
  'fulfillments',
  {
    orderId: uuid('order_id').notNull(),
    attempt: integer('attempt').notNull().default(1),
    provider: text('provider', { enum: fulfillmentProviders }).notNull().default('amazon_mcf'),
    integrationId: uuid('integration_id'),
    marketplaceId: text('marketplace_id'),
    externalFulfillmentId: text('external_fulfillment_id'),
    /** The provider's own status, as last read. */
    externalStatus: text('external_status'),
    status: text('status', { enum: fulfillmentStatuses }).notNull().default('pending'),
    shippingSpeed: text('shipping_speed', { enum: shippingSpeeds }).notNull().default('standard'),
    estimatedShipDate: moment('estimated_ship_date'),
    estimatedDeliveryDate: moment('estimated_delivery_date'),
    shippingCost: money('shipping_cost'),
    trackingNumbers: text('tracking_numbers').array().notNull().default([]),
    carrier: text('carrier'),
    /** Another tool sent it to Amazon, while the company observed: neither channel nor customer is told of it. */
    isForeign: boolean('is_foreign').notNull().default(false),
    /** Part of a batch: attempts that a person waits for go first. */
    isBulk: boolean('is_bulk').notNull().default(false),
    /** Since when the provider may know it: from then on it is looked up before it is submitted again. */
    submittedAt: moment('submitted_at'),
    acceptedAt: moment('accepted_at'),
    /** When cancellation was requested, its purpose, and when the provider was asked. */
    cancelRequestedAt: moment('cancel_requested_at'),
    cancelPurpose: text('cancel_purpose', { enum: cancelPurposes }),
    cancelAskedAt: moment('cancel_asked_at'),
    /** The shipping speed of the next attempt, if it differs. */
    resendSpeed: text('resend_speed', { enum: shippingSpeeds }),
    checkedAt: moment('checked_at'),
    /** When the provider is called next; while a process works on it, the end of its lease. */
    nextCheckAt: moment('next_check_at'),
    errorCode: text('error_code'),
    error: text('error'),
    ...timestamps(),
  },
  (table) => [
    ...linkTo(table.companyId, table.orderId, orders, { indexed: false }),
    ...linkTo(table.companyId, table.integrationId, amazonIntegrations),
    oneOf(table.provider, fulfillmentProviders),
    oneOf(table.status, fulfillmentStatuses),
    oneOf(table.shippingSpeed, shippingSpeeds),
    oneOf(table.cancelPurpose, cancelPurposes),
    oneOf(table.resendSpeed, shippingSpeeds),
    check(
      'fulfillments_cancel_has_purpose',
      sql`(${table.cancelRequestedAt} is null) = (${table.cancelPurpose} is null)`,
    ),
    positive(table.attempt),
    ...notNegative(table.shippingCost),
    uniqueIndex('fulfillments_attempt').on(table.companyId, table.orderId, table.attempt),
    uniqueIndex('fulfillments_external_id').on(table.companyId, table.externalFulfillmentId),
    index('fulfillments_own_underway')
      .on(table.companyId)
      .where(sql`${table.provider} = 'seller' and ${table.status} = 'shipped'`),
    index('fulfillments_due')
      .on(table.companyId, table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
  ],
)

export const fulfillmentItems = keyedCompanyTable(
  'fulfillment_items',
  {
    fulfillmentId: uuid('fulfillment_id').notNull(),
    orderItemId: uuid('order_item_id').notNull(),
    quantity: integer('quantity').notNull(),
    cancelledQuantity: integer('cancelled_quantity').notNull().default(0),
    unfulfillableQuantity: integer('unfulfillable_quantity').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'fulfillment_items_pkey', columns: [table.companyId, table.fulfillmentId, table.orderItemId] }),
    ...linkTo(table.companyId, table.fulfillmentId, fulfillments, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.orderItemId, orderItems),
    positive(table.quantity),
    ...notNegative(table.cancelledQuantity, table.unfulfillableQuantity),
  ],
)

/** `carrierStatus` is the carrier's latest status; `reportedAt` is when the tracking number was sent to the channel. */
export const packages = companyTable(
  'packages',
  {
    fulfillmentId: uuid('fulfillment_id').notNull(),
    packageNumber: text('package_number').notNull(),
    carrier: text('carrier'),
    trackingNumber: text('tracking_number'),
    /** Typed by the seller; null where it follows from carrier and number. */
    trackingUrl: text('tracking_url'),
    carrierStatus: text('carrier_status'),
    estimatedArrival: moment('estimated_arrival'),
    shippedAt: moment('shipped_at'),
    deliveredAt: moment('delivered_at'),
    /** Of a parcel of the seller's own: who says that it has arrived. */
    deliverySource: text('delivery_source', { enum: deliverySources }),
    checkedAt: moment('checked_at'),
    reportedAt: moment('reported_at'),
    ...timestamps(),
  },
  (table) => [
    ...linkTo(table.companyId, table.fulfillmentId, fulfillments, { onDelete: 'cascade', indexed: false }),
    oneOf(table.deliverySource, deliverySources),
    uniqueIndex('packages_number').on(table.companyId, table.fulfillmentId, table.packageNumber),
  ],
)

export const packageItems = keyedCompanyTable(
  'package_items',
  {
    packageId: uuid('package_id').notNull(),
    orderItemId: uuid('order_item_id').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [
    primaryKey({ name: 'package_items_pkey', columns: [table.companyId, table.packageId, table.orderItemId] }),
    ...linkTo(table.companyId, table.packageId, packages, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.orderItemId, orderItems),
    positive(table.quantity),
  ],
)

export const shipmentEvents = companyTable(
  'shipment_events',
  {
    fulfillmentId: uuid('fulfillment_id').notNull(),
    packageId: uuid('package_id'),
    eventType: text('event_type').notNull(),
    description: text('description'),
    location: text('location'),
    timestamp: moment('timestamp').notNull(),
  },
  (table) => [
    ...linkTo(table.companyId, table.fulfillmentId, fulfillments, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.packageId, packages),
    unique('shipment_events_once')
      .on(table.companyId, table.fulfillmentId, table.packageId, table.eventType, table.timestamp)
      .nullsNotDistinct(),
  ],
)
