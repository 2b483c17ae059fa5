import { sql, type SQL } from 'drizzle-orm'
import type { IntakeState } from '#contract/channel-values.ts'
import { afterCommit, type Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { deliveriesProcessed } from '../metrics.ts'
import { toStorableText } from '../storable.ts'

/** What was learned of a delivery by reading it. */
type DeliveryRow = { id: string; eventType?: string | null; externalOrderId?: string | null; eventAt?: Date | null }

export type IngestedDelivery = DeliveryRow & { orderId: string }
/** `why` is a sentence for people. An order is named where there is one that the news did not change. */
export type IgnoredDelivery = DeliveryRow & { why: string; orderId?: string | null }
/** `error` is a sentence for people that quotes nothing of the delivery. */
export type FailedDelivery = DeliveryRow & { error: string }

export async function markIngested(
  tx: Tx,
  companyId: string,
  at: Date,
  deliveries: readonly IngestedDelivery[],
): Promise<void> {
  await markDeliveries(tx, companyId, 'taken_in', deliveries, processed(at))
}

export async function markIgnored(
  tx: Tx,
  companyId: string,
  at: Date,
  deliveries: readonly IgnoredDelivery[],
): Promise<void> {
  const withReasons = deliveries.map(({ why, ...read }) => ({ ...read, error: why }))
  await markDeliveries(tx, companyId, 'ignored', withReasons, processed(at))
}

/** They wait for a person then. */
export async function markFailed(tx: Tx, companyId: string, deliveries: readonly FailedDelivery[]): Promise<void> {
  await markDeliveries(tx, companyId, 'failed', deliveries, sql`is_processed = false, processed_at = null`)
}

const processed = (at: Date): SQL => sql`is_processed = true, processed_at = ${at.toISOString()}::timestamptz`

type MarkedDelivery = DeliveryRow & { orderId?: string | null; error?: string }

async function markDeliveries(
  tx: Tx,
  companyId: string,
  outcome: Extract<IntakeState, 'taken_in' | 'ignored' | 'failed'>,
  deliveries: readonly MarkedDelivery[],
  written: SQL,
): Promise<void> {
  if (deliveries.length === 0) return
  afterCommit(tx, () => deliveriesProcessed.inc({ outcome }, deliveries.length))
  await tx.execute(sql`
    update webhook_events e set ${written}, error = m.error, order_id = coalesce(m.order_id, e.order_id),
      event_type = coalesce(m.event_type, e.event_type), event_at = coalesce(m.event_at, e.event_at),
      external_order_id = coalesce(m.external_order_id, e.external_order_id)
    from jsonb_to_recordset(${JSON.stringify(deliveries.map(toRecord))}::jsonb)
      as m(id uuid, order_id uuid, event_type text, external_order_id text, event_at timestamptz, error text)
    where e.company_id = ${companyAtRunTime(companyId)} and e.id = m.id`)
}

const toRecord = ({ id, orderId, eventType, externalOrderId, eventAt, error }: MarkedDelivery) => ({
  id,
  order_id: orderId,
  event_type: eventType && toStorableText(eventType, 100),
  external_order_id: externalOrderId && toStorableText(externalOrderId, 200),
  event_at: eventAt,
  error: error && toStorableText(error, 2_000),
})
