import { messageTemplates } from '#contract/message-templates.ts'
import type { TemplateRow } from '#contract/notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listOwnTemplates } from './queries.ts'
import { toTemplateRow } from './template-row.ts'

export async function listTemplates(ctx: CompanyContext): Promise<TemplateRow[]> {
  const own = await ctx.read((tx) => listOwnTemplates(tx, ctx.companyId))
  return messageTemplates.map((template) => toTemplateRow(template, own))
}
