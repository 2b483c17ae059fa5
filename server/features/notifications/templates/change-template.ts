import type { MessageTemplate } from '#contract/message-templates.ts'
import type { TemplateRow } from '#contract/notifications.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listOwnTemplates } from './queries.ts'
import { toTemplateRow } from './template-row.ts'

/** What every change of a template has around it. */
export async function changeTemplate(
  ctx: CompanyContext,
  template: MessageTemplate,
  verb: 'update' | 'reset',
  change: (tx: Tx) => Promise<void>,
): Promise<TemplateRow> {
  const { companyId } = ctx
  const { audience, type, method } = template
  return ctx.transaction(async (tx) => {
    const read = async () => toTemplateRow(template, await listOwnTemplates(tx, companyId))
    const before = await read()
    await change(tx)
    const after = await read()
    await recordAudit(tx, ctx, {
      action: `template.${verb}`,
      resource: 'template',
      resourceId: `${audience}/${type}/${method}`,
      companyId,
      before: { subject: before.subject, body: before.body },
      after: { subject: after.subject, body: after.body },
    })
    await ctx.publishChange(tx, 'notifications')
    return after
  })
}
