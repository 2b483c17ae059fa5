import { sql, type SQL } from 'drizzle-orm'
import type { IntakeState } from '#contract/channel-words.ts'
import { afterCommit, type Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/planning.ts'
import { deliveriesSeenTo } from '../metrics.ts'
import { storable } from '../storable.ts'

/** What was learned of a delivery by reading it. */
type Read = { id: string; eventType?: string | null; externalOrderId?: string | null; eventAt?: Date | null }

export type TakenIn = Read & { orderId: string }
/** `why` is a sentence for people. An order is named where there is one that the news did not change. */
export type Ignored = Read & { why: string; orderId?: string | null }
/** `error` is a sentence for people that quotes nothing of the delivery. */
export type Failed = Read & { error: string }

export async function markTakenIn(tx: Tx, companyId: string, at: Date, deliveries: readonly TakenIn[]): Promise<void> {
  await mark(tx, companyId, 'taken_in', deliveries, processed(at))
}

export async function markIgnored(tx: Tx, companyId: string, at: Date, deliveries: readonly Ignored[]): Promise<void> {
  const told = deliveries.map(({ why, ...read }) => ({ ...read, error: why }))
  await mark(tx, companyId, 'ignored', told, processed(at))
}

/** They wait for a person then. */
export async function markFailed(tx: Tx, companyId: string, deliveries: readonly Failed[]): Promise<void> {
  await mark(tx, companyId, 'failed', deliveries, sql`is_processed = false, processed_at = null`)
}

const processed = (at: Date): SQL => sql`is_processed = true, processed_at = ${at.toISOString()}::timestamptz`

type Marked = Read & { orderId?: string | null; error?: string }

async function mark(
  tx: Tx,
  companyId: string,
  outcome: Extract<IntakeState, 'taken_in' | 'ignored' | 'failed'>,
  deliveries: readonly Marked[],
  written: SQL,
): Promise<void> {
  if (deliveries.length === 0) return
  afterCommit(tx, () => deliveriesSeenTo.inc({ outcome }, deliveries.length))
  await tx.execute(sql`
    update webhook_events e set ${written}, error = m.error, order_id = coalesce(m.order_id, e.order_id),
      event_type = coalesce(m.event_type, e.event_type), event_at = coalesce(m.event_at, e.event_at),
      external_order_id = coalesce(m.external_order_id, e.external_order_id)
    from jsonb_to_recordset(${JSON.stringify(deliveries.map(toRecord))}::jsonb)
      as m(id uuid, order_id uuid, event_type text, external_order_id text, event_at timestamptz, error text)
    where e.company_id = ${companyAtRunTime(companyId)} and e.id = m.id`)
}

const toRecord = ({ id, orderId, eventType, externalOrderId, eventAt, error }: Marked) => ({
  id,
  order_id: orderId,
  event_type: eventType && storable(eventType, 100),
  external_order_id: externalOrderId && storable(externalOrderId, 200),
  event_at: eventAt,
  error: error && storable(error, 2_000),
})
