import { and, eq } from 'drizzle-orm'
import type { TemplateKind, TemplateWords } from '#contract/message-templates.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { notificationTemplates } from '#server/platform/db/schema/notifications.ts'

export type OwnWords = typeof notificationTemplates.$inferSelect

export const listOwnWords = (tx: Tx, companyId: string): Promise<OwnWords[]> =>
  tx.select().from(notificationTemplates).where(eq(notificationTemplates.companyId, companyId))

export async function putOwnWords(
  tx: Tx,
  companyId: string,
  { audience, type, method }: TemplateKind,
  { subject, body }: TemplateWords,
  at: Date,
): Promise<void> {
  const { companyId: company, audience: whose, type: about, method: by } = notificationTemplates
  await tx
    .insert(notificationTemplates)
    .values({ companyId, audience, type, method, subject, body, updatedAt: at })
    .onConflictDoUpdate({ target: [company, whose, about, by], set: { subject, body, updatedAt: at } })
}

export async function removeOwnWords(tx: Tx, companyId: string, kind: TemplateKind): Promise<void> {
  const { companyId: company, audience, type, method } = notificationTemplates
  await tx
    .delete(notificationTemplates)
    .where(and(eq(company, companyId), eq(audience, kind.audience), eq(type, kind.type), eq(method, kind.method)))
}
