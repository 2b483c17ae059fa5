import type { TemplateKind } from '#contract/message-templates.ts'
import type { TemplateRow } from '#contract/notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { changeTemplate } from './change-template.ts'
import { deleteOwnTemplate } from './queries.ts'
import { findTemplateOrThrow } from './template-row.ts'

export async function resetTemplate(ctx: CompanyContext, kind: TemplateKind): Promise<TemplateRow> {
  const template = findTemplateOrThrow(kind)
  return changeTemplate(ctx, template, 'reset', (tx) => deleteOwnTemplate(tx, ctx.companyId, kind))
}
