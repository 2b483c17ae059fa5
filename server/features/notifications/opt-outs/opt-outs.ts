import { and, eq, sql } from 'drizzle-orm'
import { type Message, say } from '#contract/i18n.ts'
import type { NotificationMethod } from '#contract/notification-values.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { companyContext, type CompanyContext, type Deps, type Origin } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { notificationOptOuts } from '#server/platform/db/schema/notifications.ts'

type OptOutRequest = 'stop' | 'start'

type OptOut = { companyId: string; method: NotificationMethod; recipientHash: string }

export async function changeOptOut(deps: Deps, origin: Origin, optOut: OptOut, request: OptOutRequest): Promise<void> {
  const actor = { type: 'system', name: 'Customer' } as const
  const ctx = companyContext(deps, { actor, origin }, optOut.companyId)
  await ctx.transaction((tx) => applyOptOutRequest(tx, ctx, optOut, request))
}

/** Stores or deletes an opt-out. The audit entry does not say who asked: only a hash of the recipient is stored. */
export async function applyOptOutRequest(
  tx: Tx,
  ctx: CompanyContext,
  optOut: OptOut,
  request: OptOutRequest,
): Promise<void> {
  const isChange = await (request === 'stop' ? insertOptOut(tx, optOut) : deleteOptOut(tx, optOut))
  if (!isChange) return
  await recordAudit(tx, ctx, {
    action: request === 'stop' ? 'customer.opt-out' : 'customer.opt-in',
    resource: 'customer',
    resourceId: null,
    companyId: optOut.companyId,
    after: { method: optOut.method },
  })
  await ctx.publishChange(tx, 'notifications')
}

/** Whether it was new. */
export async function insertOptOut(tx: Tx, optOut: OptOut): Promise<boolean> {
  const added = await tx.insert(notificationOptOuts).values(optOut).onConflictDoNothing().returning()
  return added.length > 0
}

/** Whether there was one. */
async function deleteOptOut(tx: Tx, { companyId, method, recipientHash }: OptOut): Promise<boolean> {
  const removed = await tx
    .delete(notificationOptOuts)
    .where(
      and(
        eq(notificationOptOuts.companyId, companyId),
        eq(notificationOptOuts.method, method),
        eq(notificationOptOuts.recipientHash, recipientHash),
      ),
    )
    .returning()
  return removed.length > 0
}

export async function isOptedOut(tx: Tx, { companyId, method, recipientHash }: OptOut): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from notification_opt_outs
    where company_id = ${companyId} and method = ${method} and recipient_hash = ${recipientHash}`)
  return rows.length > 0
}

export const optedOutMessage: Record<NotificationMethod, Message> = {
  sms: say('This number replied STOP: it gets no texts until it replies START.'),
  email: say('The customer has unsubscribed from emails.'),
}

/**
 * A reply to a text names a number, not a company: it applies to all companies that have written to it, also with a code
 * to confirm it.
 */
export async function listCompaniesThatWroteTo(tx: Tx, recipientHash: string): Promise<string[]> {
  const { rows } = await tx.execute<{ companyId: string }>(sql`
    select companies_that_wrote_to(${recipientHash}) as "companyId"
    union select company_id from contact_confirmations where kind = 'alert_phone' and target = ${recipientHash}`)
  return rows.map(({ companyId }) => companyId)
}

export async function findCompanyName(tx: Tx, companyId: string): Promise<string | null> {
  const [found] = await tx.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId))
  return found?.name ?? null
}
