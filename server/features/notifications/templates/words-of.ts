import { plain } from '#contract/fields.ts'
import {
  fillTemplate,
  findTemplate,
  type TemplateKind,
  type TemplateValues,
  type TemplateText,
} from '#contract/message-templates.ts'
import type { NotificationPreferences } from '../queries/wishes.ts'

/** What the company says there, or else what the product comes with. */
export function chooseTemplate(
  { templates }: Pick<NotificationPreferences, 'templates'>,
  kind: TemplateKind,
): TemplateText {
  const isOfKind = ({ audience, type, method }: TemplateKind) =>
    audience === kind.audience && type === kind.type && method === kind.method
  const words = templates.find(isOfKind) ?? findTemplate(kind)?.words
  if (!words) throw new Error(`There is no message ${kind.audience} ${kind.type} ${kind.method}`)
  return words
}

export const fillSubjectAndBody = ({ subject, body }: TemplateText, values: TemplateValues): TemplateText => ({
  subject: subject === null ? null : plain(fillTemplate(subject, values)),
  body: fillTemplate(body, values),
})
