import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError, type FieldError } from '#contract/errors.ts'
import { unknownVariables, type MessageTemplate, type TemplateText } from '#contract/message-templates.ts'
import type { notificationsApi, TemplateRow } from '#contract/notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { changeTemplate } from './change-template.ts'
import { upsertOwnTemplate } from './queries.ts'
import { findTemplateOrThrow } from './template-row.ts'

/** A service for texts takes 1,600 characters, with everything filled in. */
const longestText = 1000

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

function validateWords({ subject, body }: TemplateText, { method, variables }: MessageTemplate): FieldError[] {
  const unknownIn = (field: string, text: string) =>
    unknownVariables(text, variables).map((name) => ({ field, message: `There is no {{${name}}} in this message` }))
  return [
    ...(method === 'email' && subject === null ? [{ field: 'subject', message: 'Subject is required' }] : []),
    ...(method === 'sms' && subject !== null ? [{ field: 'subject', message: 'A text has no subject' }] : []),
    ...(method === 'sms' && body.length > longestText
      ? [{ field: 'body', message: 'A text is too long: at most 1,000 characters' }]
      : []),
    ...unknownIn('subject', subject ?? ''),
    ...unknownIn('body', body),
  ]
}
