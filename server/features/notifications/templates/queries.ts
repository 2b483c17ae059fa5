import { and, eq } from 'drizzle-orm'
import type { TemplateKind, TemplateText } from '#contract/message-templates.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { notificationTemplates } from '#server/platform/db/schema/notifications.ts'

export type OwnTemplate = typeof notificationTemplates.$inferSelect

export const listOwnTemplates = (tx: Tx, companyId: string): Promise<OwnTemplate[]> =>
  tx.select().from(notificationTemplates).where(eq(notificationTemplates.companyId, companyId))

export async function upsertOwnTemplate(
  tx: Tx,
  companyId: string,
  { audience, type, method }: TemplateKind,
  { subject, body }: TemplateText,
  at: Date,
): Promise<void> {
  const { companyId: company, audience: whose, type: about, method: by } = notificationTemplates
  await tx
    .insert(notificationTemplates)
    .values({ companyId, audience, type, method, subject, body, updatedAt: at })
    .onConflictDoUpdate({ target: [company, whose, about, by], set: { subject, body, updatedAt: at } })
}

export async function deleteOwnTemplate(tx: Tx, companyId: string, kind: TemplateKind): Promise<void> {
  const { companyId: company, audience, type, method } = notificationTemplates
  await tx
    .delete(notificationTemplates)
    .where(and(eq(company, companyId), eq(audience, kind.audience), eq(type, kind.type), eq(method, kind.method)))
}
