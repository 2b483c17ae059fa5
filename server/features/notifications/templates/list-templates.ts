import { messageTemplates } from '#contract/message-templates.ts'
import type { TemplateRow } from '#contract/notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listOwnWords } from './queries.ts'
import { templateRow } from './template-row.ts'

export async function listTemplates(ctx: CompanyContext): Promise<TemplateRow[]> {
  const own = await ctx.read((tx) => listOwnWords(tx, ctx.companyId))
  return messageTemplates.map((template) => templateRow(template, own))
}
