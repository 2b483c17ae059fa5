import { recordTimeline } from '#server/features/orders/timeline.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import {
  fulfillmentItems,
  fulfillments,
  packageItems,
  packages,
  shipmentEvents,
} from '#server/platform/db/schema/fulfillment.ts'
import { stockHolds } from '#server/platform/db/schema/stock.ts'
import { updateOrderStates } from '../queries.ts'
import type { OrderHistory } from './chronicle.ts'

/** In one statement for each table. */
export async function writeHistories(tx: Tx, companyId: string, all: readonly OrderHistory[]): Promise<void> {
  const rowsOf = <Part extends keyof OrderHistory>(part: Part) => all.map((chronicle) => chronicle[part])
  await updateOrderStates(tx, companyId, rowsOf('standing'))
  await insertRows(tx, fulfillments, rowsOf('fulfillments').flat())
  await insertRows(tx, fulfillmentItems, rowsOf('fulfillmentItems').flat())
  await insertRows(tx, packages, rowsOf('packages').flat())
  await insertRows(tx, packageItems, rowsOf('packageItems').flat())
  await insertRows(tx, shipmentEvents, rowsOf('shipmentEvents').flat())
  await insertRows(tx, stockHolds, rowsOf('holds').flat())
  await insertRows(tx, attentionItems, rowsOf('attention').flat())
  await recordTimeline(tx, companyId, rowsOf('entries').flat())
}
