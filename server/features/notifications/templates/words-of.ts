import { plain } from '#contract/fields.ts'
import {
  fillTemplate,
  findTemplate,
  type TemplateKind,
  type TemplateValues,
  type TemplateWords,
} from '#contract/message-templates.ts'
import type { Wishes } from '../queries/wishes.ts'

/** What the company says there, or else what the product comes with. */
export function templateOf({ templates }: Pick<Wishes, 'templates'>, kind: TemplateKind): TemplateWords {
  const isOfKind = ({ audience, type, method }: TemplateKind) =>
    audience === kind.audience && type === kind.type && method === kind.method
  const words = templates.find(isOfKind) ?? findTemplate(kind)?.words
  if (!words) throw new Error(`There is no message ${kind.audience} ${kind.type} ${kind.method}`)
  return words
}

export const fillWords = ({ subject, body }: TemplateWords, values: TemplateValues): TemplateWords => ({
  subject: subject === null ? null : plain(fillTemplate(subject, values)),
  body: fillTemplate(body, values),
})
