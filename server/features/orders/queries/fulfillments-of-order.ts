import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import {
  fulfillmentItems,
  fulfillments,
  packageItems,
  packages,
  shipmentEvents,
} from '#server/platform/db/schema/fulfillment.ts'

/** Of parcels that were scanned without end, what the carriers said last. */
const maxShipmentEvents = 500

type SentItem = { orderItemId: string; quantity: number; cancelledQuantity: number; unfulfillableQuantity: number }

/** The attempts to ship an order, newest first, each with the units that it was to send. */
export async function listAttemptsOf(tx: Tx, companyId: string, orderId: string) {
  const items = sql<SentItem[]>`array(
    select json_build_object('orderItemId', ${fulfillmentItems.orderItemId}, 'quantity', ${fulfillmentItems.quantity},
      'cancelledQuantity', ${fulfillmentItems.cancelledQuantity},
      'unfulfillableQuantity', ${fulfillmentItems.unfulfillableQuantity})
    from ${fulfillmentItems}
    where ${eq(fulfillmentItems.companyId, fulfillments.companyId)} and ${eq(fulfillmentItems.fulfillmentId, fulfillments.id)}
    order by ${fulfillmentItems.orderItemId}
  )`
  return tx
    .select({ ...getTableColumns(fulfillments), items })
    .from(fulfillments)
    .where(and(eq(fulfillments.companyId, companyId), eq(fulfillments.orderId, orderId)))
    .orderBy(desc(fulfillments.attempt))
}

/** The parcels of these attempts, each with what is in it. */
export async function listPackagesOf(tx: Tx, companyId: string, attemptIds: readonly string[]) {
  const items = sql<{ orderItemId: string; quantity: number }[]>`array(
    select json_build_object('orderItemId', ${packageItems.orderItemId}, 'quantity', ${packageItems.quantity})
    from ${packageItems}
    where ${eq(packageItems.companyId, packages.companyId)} and ${eq(packageItems.packageId, packages.id)}
    order by ${packageItems.orderItemId}
  )`
  if (attemptIds.length === 0) return []
  return tx
    .select({ ...getTableColumns(packages), items })
    .from(packages)
    .where(and(eq(packages.companyId, companyId), inArray(packages.fulfillmentId, [...attemptIds])))
    .orderBy(asc(packages.packageNumber))
}

/** What carriers said of the parcels of these attempts, newest first. */
export async function listShipmentEventsOf(tx: Tx, companyId: string, attemptIds: readonly string[]) {
  if (attemptIds.length === 0) return []
  return tx
    .select()
    .from(shipmentEvents)
    .where(and(eq(shipmentEvents.companyId, companyId), inArray(shipmentEvents.fulfillmentId, [...attemptIds])))
    .orderBy(desc(shipmentEvents.timestamp), desc(shipmentEvents.id))
    .limit(maxShipmentEvents)
}
