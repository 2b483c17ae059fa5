import { AppError } from '#contract/errors.ts'
import { findTemplate, type MessageTemplate, type TemplateKind } from '#contract/message-templates.ts'
import type { TemplateRow } from '#contract/notifications.ts'
import type { OwnTemplate } from './queries.ts'

export function findTemplateOrThrow(kind: TemplateKind): MessageTemplate {
  const template = findTemplate(kind)
  if (!template) throw new AppError('not_found', 'There is no such message.')
  return template
}

export function toTemplateRow(
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
