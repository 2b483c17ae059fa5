import { and, eq } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError, type FieldProblem } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import {
  findTemplate,
  type MessageTemplate,
  messageTemplates,
  type TemplateKind,
  type TemplateText,
  unknownVariables,
} from '#contract/message-templates.ts'
import type { notificationsApi, TemplateRow } from '#contract/notifications.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { notificationTemplates } from '#server/platform/db/schema/notifications.ts'
import { brandOfPage, buildFooter, buildLinks, readBrand } from '../mail/compose-mail.ts'
import { renderMailHtml } from '../mail/mail-layout.ts'
import { fillSubjectAndBody, sampleFacts, sampleValuesFor } from './fill-template.ts'

export async function listTemplates(ctx: CompanyContext): Promise<TemplateRow[]> {
  const own = await ctx.read((tx) => listOwnTemplates(tx, ctx.companyId))
  return messageTemplates.map((template) => toTemplateRow(template, own))
}

/** SMS services accept 1,600 characters, including filled variables. */
const maxTextLength = 1000

type SaveInput = ParsedInputOf<typeof notificationsApi.saveTemplate>

export async function saveTemplate(ctx: CompanyContext, { subject, body, ...kind }: SaveInput): Promise<TemplateRow> {
  const template = findTemplateOrThrow(kind)
  const words = { subject, body }
  const errors = validateWords(words, template)
  const [first] = errors
  if (first) throw new AppError('invalid', first.message, errors)
  return changeTemplate(ctx, template, 'update', (tx) =>
    upsertOwnTemplate(tx, ctx.companyId, kind, words, ctx.clock.now()),
  )
}

function validateWords({ subject, body }: TemplateText, { method, variables }: MessageTemplate): FieldProblem[] {
  const unknownIn = (field: string, text: string) =>
    unknownVariables(text, variables).map((name) => ({
      field,
      message: say('{variable} isn’t available in this message', { variable: `{{${name}}}` }),
    }))
  return [
    ...(method === 'email' && subject === null ? [{ field: 'subject', message: say('Subject is required') }] : []),
    ...(method === 'sms' && subject !== null ? [{ field: 'subject', message: say('A text has no subject') }] : []),
    ...(method === 'sms' && body.length > maxTextLength
      ? [{ field: 'body', message: say('A text must be 1,000 characters or fewer') }]
      : []),
    ...unknownIn('subject', subject ?? ''),
    ...unknownIn('body', body),
  ]
}

export async function resetTemplate(ctx: CompanyContext, kind: TemplateKind): Promise<TemplateRow> {
  const template = findTemplateOrThrow(kind)
  return changeTemplate(ctx, template, 'reset', (tx) => deleteOwnTemplate(tx, ctx.companyId, kind))
}

type PreviewInput = ParsedInputOf<typeof notificationsApi.previewTemplate>

/** Unknown variables are left out, because the user may still be typing. */
export async function previewTemplate(ctx: CompanyContext, { subject, body, ...kind }: PreviewInput): Promise<string> {
  const { audience, type, method } = findTemplateOrThrow(kind)
  if (method === 'sms') throw new AppError('conflict', say('Text messages have no email preview.'))
  const brand = await ctx.read((tx) => readBrand(tx, ctx.companyId))
  const { companyName } = brand
  const words = fillSubjectAndBody({ subject, body }, sampleValuesFor(type, companyName))
  const { publicUrl } = ctx
  const facts = sampleFacts(type)
  return renderMailHtml({
    companyName,
    subject: words.subject ?? '',
    body: words.body,
    facts,
    links: buildLinks({ type, facts, publicUrl }),
    footer: buildFooter({ audience, isTest: false, companyName, publicUrl, unsubscribeUrl: publicUrl }),
    brand: audience === 'customer' ? brandOfPage(brand) : null,
  })
}

/** Changes a template and records the audit entry. */
async function changeTemplate(
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

function findTemplateOrThrow(kind: TemplateKind): MessageTemplate {
  const template = findTemplate(kind)
  if (!template) throw new AppError('not_found', say('This message doesn’t exist.'))
  return template
}

function toTemplateRow(
  { audience, type, method, variables, words }: MessageTemplate,
  all: readonly OwnTemplate[],
): TemplateRow {
  const own = all.find((one) => one.audience === audience && one.type === type && one.method === method)
  const { subject, body } = own ?? words
  return {
    audience,
    type,
    method,
    variables: [...variables],
    subject,
    body,
    isOwn: own !== undefined,
    updatedAt: own?.updatedAt.toISOString() ?? null,
  }
}

type OwnTemplate = typeof notificationTemplates.$inferSelect

const listOwnTemplates = (tx: Tx, companyId: string): Promise<OwnTemplate[]> =>
  tx.select().from(notificationTemplates).where(eq(notificationTemplates.companyId, companyId))

async function upsertOwnTemplate(
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

async function deleteOwnTemplate(tx: Tx, companyId: string, kind: TemplateKind): Promise<void> {
  const { companyId: company, audience, type, method } = notificationTemplates
  await tx
    .delete(notificationTemplates)
    .where(and(eq(company, companyId), eq(audience, kind.audience), eq(type, kind.type), eq(method, kind.method)))
}
