import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'

/** Whether somebody has asked to have changes sent to the account. */
export async function isSendingEnabled(tx: Tx, accountId: string): Promise<boolean> {
  const found = await tx
    .select({ id: amazonIntegrations.id })
    .from(amazonIntegrations)
    .where(and(eq(amazonIntegrations.id, accountId), isNotNull(amazonIntegrations.sendsSince)))
  return found.length > 0
}

/** From now on changes go to every connected account. */
export async function enableSending(tx: Tx, now: Date): Promise<void> {
  await tx
    .update(amazonIntegrations)
    .set({ sendsSince: now })
    .where(and(eq(amazonIntegrations.isActive, true), isNull(amazonIntegrations.sendsSince)))
}

/** Nothing goes to any account until somebody asks again. */
export async function disableSending(tx: Tx): Promise<void> {
  await tx.update(amazonIntegrations).set({ sendsSince: null }).where(isNotNull(amazonIntegrations.sendsSince))
}
