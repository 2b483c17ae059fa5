import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { notificationsApi } from '#contract/notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { buildFooter } from '../mail/footer.ts'
import { buildLinks } from '../mail/links.ts'
import { renderMailHtml } from '../mail/mail-html.ts'
import { readPreferences } from '../queries/wishes.ts'
import { sampleFacts, sampleValuesFor } from './sample.ts'
import { findTemplateOrThrow } from './template-row.ts'
import { fillSubjectAndBody } from './words-of.ts'

type PreviewInput = ParsedInputOf<typeof notificationsApi.previewTemplate>

/** Names that are not known yet are left out, since somebody is still typing. */
export async function previewTemplate(ctx: CompanyContext, { subject, body, ...kind }: PreviewInput): Promise<string> {
  const { audience, type, method } = findTemplateOrThrow(kind)
  if (method === 'sms') throw new AppError('conflict', 'A text has no page: it is its words.')
  const { companyName } = await ctx.transaction((tx) => readPreferences(tx, ctx.companyId))
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
  })
}
