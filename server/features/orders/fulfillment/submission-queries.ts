import { and, eq, gt, isNotNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { endedFulfillments } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'

/** A claim on an attempt, exclusive until `lease`: by then the process has recorded an outcome or has died. */
export type AttemptClaim = { id: string; lease: Date }

type ClaimRequest = { companyId: string; now: Date; lease: Date; limit: number }

/**
 * Claims due attempts (`skip locked`): single requests before bulk, then longest due. Clears the error of the previous
 * try.
 */
export async function claimAttempts(tx: Tx, { companyId, now, lease, limit }: ClaimRequest): Promise<AttemptClaim[]> {
  const { rows } = await tx.execute<{ id: string; isBulk: boolean }>(sql`
    with due as materialized (
      select f.id from fulfillments f where ${isDueAttempt(companyId, now)}
      order by f.is_bulk, f.next_check_at, f.id limit ${limit} for no key update of f skip locked
    )
    update fulfillments f set next_check_at = ${lease.toISOString()}::timestamptz, error = null, error_code = null,
      updated_at = now()
    from due where f.company_id = ${companyId} and f.id = due.id
    returning f.id, f.is_bulk as "isBulk"`)
  return rows.toSorted((a, b) => Number(a.isBulk) - Number(b.isBulk)).map(({ id }) => ({ id, lease }))
}

export async function hasAttemptsToSubmit(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ due: boolean }>(
    sql`select exists (select from fulfillments f where ${isDueAttempt(companyId, now)}) as due`,
  )
  return rows[0]?.due ?? false
}

/**
 * Attempts to submit or to cancel at Amazon. Attempts of a disconnected or refused account are not due until somebody
 * authorizes it again.
 */
const isDueAttempt = (companyId: string, now: Date): SQL => sql`
  f.company_id = ${companyId} and f.next_check_at <= ${now.toISOString()}::timestamptz
  and (f.status = 'pending' or (f.cancel_requested_at is not null and f.cancel_asked_at is null))
  and f.status <> all(${sql.param([...endedFulfillments])}::text[])
  and ${hasOpenAccount(companyId)}`

/** Whether the account of the attempt `f` is connected. */
export const hasOpenAccount = (companyId: string): SQL =>
  sql`exists (select from amazon_integrations a where ${isOpenAccountOfAttempt(companyId)})`

/** Account `a` belongs to the attempt `f` and is connected. */
export const isOpenAccountOfAttempt = (companyId: string): SQL => sql`
  a.company_id = ${companyId} and a.id = f.integration_id and a.is_active and a.disconnected_at is null`

export type ClaimedAttempt = typeof fulfillments.$inferSelect

export type QuotedTerms = Partial<
  Pick<ClaimedAttempt, 'submittedAt' | 'shippingCost' | 'estimatedShipDate' | 'estimatedDeliveryDate'>
>

/** Extends the lease and stores the quoted terms. Null when the claim was lost or the attempt has ended. */
export async function renewLease(
  tx: Tx,
  companyId: string,
  claim: AttemptClaim,
  lease: Date,
  terms: QuotedTerms = {},
): Promise<ClaimedAttempt | null> {
  const [attempt] = await tx
    .update(fulfillments)
    .set({ nextCheckAt: lease, ...terms })
    .where(isStillClaimed(companyId, claim))
    .returning()
  return attempt ?? null
}

type Postponement = { nextCheckAt: Date; error: string; errorCode: string | null }

/** Releases the claim until the next try. Returns false when the claim was lost. */
export async function releaseClaim(
  tx: Tx,
  companyId: string,
  claim: AttemptClaim,
  postponement: Postponement,
): Promise<boolean> {
  const released = await tx
    .update(fulfillments)
    .set(postponement)
    .where(isStillClaimed(companyId, claim))
    .returning({ id: fulfillments.id })
  return released.length > 0
}

const isStillClaimed = (companyId: string, { id, lease }: AttemptClaim) =>
  and(
    eq(fulfillments.companyId, companyId),
    eq(fulfillments.id, id),
    eq(fulfillments.nextCheckAt, lease),
    notInArray(fulfillments.status, endedFulfillments),
  )

/**
 * Makes postponed attempts due now. An attempt without an error is being submitted or about to be, so it stays
 * untouched.
 */
export async function retryPendingNow(tx: Tx, companyId: string, orderId: string, now: Date): Promise<void> {
  await tx
    .update(fulfillments)
    .set({ nextCheckAt: now })
    .where(
      and(
        eq(fulfillments.companyId, companyId),
        eq(fulfillments.orderId, orderId),
        eq(fulfillments.status, 'pending'),
        isNotNull(fulfillments.error),
        gt(fulfillments.nextCheckAt, now),
      ),
    )
}
