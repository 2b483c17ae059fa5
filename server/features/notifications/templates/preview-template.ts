import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { notificationsApi } from '#contract/notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { footerOf } from '../mail/footer.ts'
import { linksOf } from '../mail/links.ts'
import { mailHtml } from '../mail/mail-html.ts'
import { readWishes } from '../queries/wishes.ts'
import { sampleFacts, sampleOf } from './sample.ts'
import { findTemplateOrThrow } from './template-row.ts'
import { fillWords } from './words-of.ts'

type Input = ParsedInputOf<typeof notificationsApi.previewTemplate>

/** Names that are not known yet are left out, since somebody is still typing. */
export async function previewTemplate(ctx: CompanyContext, { subject, body, ...kind }: Input): Promise<string> {
  const { audience, type, method } = findTemplateOrThrow(kind)
  if (method === 'sms') throw new AppError('conflict', 'A text has no page: it is its words.')
  const { companyName } = await ctx.transaction((tx) => readWishes(tx, ctx.companyId))
  const words = fillWords({ subject, body }, sampleOf(type, companyName))
  const { publicUrl } = ctx
  const facts = sampleFacts(type)
  return mailHtml({
    companyName,
    subject: words.subject ?? '',
    body: words.body,
    facts,
    links: linksOf({ type, facts, publicUrl }),
    footer: footerOf({ audience, isTest: false, companyName, publicUrl, unsubscribeUrl: publicUrl }),
  })
}
