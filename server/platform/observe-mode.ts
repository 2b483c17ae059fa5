import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { asMessage } from '#contract/i18n.ts'
import {
  observingRefusal,
  type ObservationDecision,
  type ObservationKind,
  type Verdict,
} from '#contract/observe-values.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { Clock } from './clock.ts'
import type { Database, Tx } from './db/client.ts'
import type { WritingGate } from './ports.ts'

/*
 * A company in observe mode reads and decides everything and sends nothing: no order, stock, message or listing. Features ask
 * `isObserving` and record what they would have done. Whatever calls an adapter all the same is refused by the gate of the
 * company's ports (`companyContext`), and recorded too.
 */

/** Since when the company observes; null while Lockstep does the work. */
export async function findObservingSince(tx: Tx, companyId: string): Promise<Date | null> {
  const { rows } = await tx.execute<{ since: string | null }>(
    sql`select observing_since as since from company_settings where company_id = ${companyId}`,
  )
  const since = rows[0]?.since ?? null
  return since === null ? null : new Date(since)
}

export const isObserving = async (tx: Tx, companyId: string): Promise<boolean> =>
  (await findObservingSince(tx, companyId)) !== null

/** Throws when a person asks for something that would be sent. */
export async function assertNotObserving(tx: Tx, companyId: string): Promise<void> {
  if (await isObserving(tx, companyId)) throw new AppError('conflict', asMessage(observingRefusal))
}

/** Something that would have been sent. Its subject deduplicates within the kind. */
export type Observation = {
  kind: ObservationKind
  subject: string
  label: string
  orderId?: string | null
  channelId?: string | null
  skuId?: string | null
  decision?: ObservationDecision
  reason?: string | null
  planned?: Record<string, unknown>
  verdict?: Verdict
}

/**
 * Records decisions. The same decision again only counts; another one about the same subject replaces it, and is compared anew. What has no
 * counterpart that can be read is not compared.
 */
export async function recordObservations(
  tx: Tx,
  { companyId, clock }: { companyId: string; clock: Clock },
  observed: readonly Observation[],
): Promise<void> {
  if (observed.length === 0) return
  const rows = [...new Map(observed.map((one) => [`${one.kind} ${one.subject}`, toRow(one)])).values()]
  const at = clock.now().toISOString()
  await tx.execute(sql`
    insert into observations (company_id, id, kind, subject, label, order_id, channel_id, sku_id, decision, reason, planned,
      first_at, decided_at, last_at, verdict)
    select ${companyId}, new_id(), r.kind, r.subject, r.label, r."orderId", r."channelId", r."skuId", r.decision, r.reason, r.planned,
      ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, r.verdict
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(kind text, subject text, label text, "orderId" uuid,
      "channelId" uuid, "skuId" uuid, decision text, reason text, planned jsonb, verdict text)
    order by r.kind, r.subject
    on conflict (company_id, kind, subject) do update set label = excluded.label, decision = excluded.decision,
      reason = excluded.reason, planned = excluded.planned, last_at = excluded.last_at, times = observations.times + 1,
      decided_at = case when observations.planned = excluded.planned then observations.decided_at else excluded.decided_at end,
      verdict = case when observations.planned = excluded.planned and observations.decision = excluded.decision
        then observations.verdict else excluded.verdict end`)
}

const toRow = ({ orderId, channelId, skuId, decision, reason, planned, verdict, ...row }: Observation) => ({
  ...row,
  orderId: orderId ?? null,
  channelId: channelId ?? null,
  skuId: skuId ?? null,
  decision: decision ?? 'send',
  reason: reason ?? null,
  planned: planned ?? {},
  verdict: verdict ?? (row.kind === 'order' || row.kind === 'stock' ? 'waiting' : 'not_compared'),
})

const keptDays = 30

/** Deletes what was last decided more than 30 days ago. */
export async function purgeObservations(tx: Tx, companyId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 3600 * 1000).toISOString()
  await tx.execute(sql`delete from observations where company_id = ${companyId} and last_at < ${before}::timestamptz`)
}

type GateParts = { db: Database; companyId: string; clock: Clock }

const retryAfterSeconds = 900

/** The gate of a company's ports: while it observes, every writing call is recorded and refused. Mail to its own people passes. */
export function blockWhileObserving({ db, companyId, clock }: GateParts): WritingGate {
  return async (call) => {
    if (call.isToOwnPeople) return
    if (!(await db.inCompany(companyId, (tx) => isObserving(tx, companyId)))) return
    const { kind, subject } = call
    const verdict = 'not_compared'
    await db.inCompany(companyId, (tx) =>
      recordObservations(tx, { companyId, clock }, [{ kind, subject: `call ${subject}`, label: subject, verdict }]),
    )
    throw new Unavailable(observingRefusal, { retryAfterSeconds })
  }
}
