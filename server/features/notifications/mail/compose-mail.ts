import type { NotificationAudience, NotificationType } from '#contract/notification-values.ts'
import { trackingUrlOf } from '#contract/tracking.ts'
import { readLetterhead } from '#server/features/company-profile/queries.ts'
import type { Image } from '#server/features/images/parse-image.ts'
import { findLogo } from '#server/features/images/stored-images.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Attachment } from '#server/ports/mail.ts'
import { decryptText, type MessageFacts, parseFacts } from '../notification-row.ts'
import { unsubscribeToken, unsubscribeUrl } from '../opt-outs/unsubscribe-token.ts'
import { type MailBrand, type MailLink, type MailPage, renderMailHtml, renderMailText } from './mail-layout.ts'

/** A stored message; its texts are encrypted. */
type StoredMail = {
  id: string
  type: NotificationType
  audience: NotificationAudience
  isTest: boolean
  recipientHash: string | null
  subject: string | null
  message: string
  templateData: unknown
}

/** Renders the mail from the stored texts, so that it stays the same after templates or settings have changed. */
export function composeMail(ctx: CompanyContext, mail: StoredMail, companyName: string, brand: MailBrand | null) {
  const { companyId, publicUrl } = ctx
  const { type, audience, isTest, recipientHash } = mail
  const canUnsubscribe = audience === 'customer' && recipientHash !== null
  const link = canUnsubscribe
    ? unsubscribeUrl(publicUrl, unsubscribeToken(ctx.vault, { companyId, recipientHash }))
    : null
  const facts = parseFacts(mail.templateData)
  const subject = decryptText(ctx, mail.id, 'subject', mail.subject) ?? ''
  const page = {
    companyName,
    subject,
    body: decryptText(ctx, mail.id, 'message', mail.message) ?? '',
    facts,
    links: buildLinks({ type, facts, publicUrl }),
    footer: buildFooter({ audience, isTest, companyName, publicUrl, unsubscribeUrl: link }),
    brand: audience === 'customer' ? brand : null,
  }
  return { subject, text: renderMailText(page), html: renderMailHtml(page), unsubscribeUrl: link }
}

/** How a company shows itself in its customers' mails. */
export type CompanyBrand = Pick<MailBrand, 'color' | 'address'> & { companyName: string; logo: Image | null }

export async function readBrand(tx: Tx, companyId: string): Promise<CompanyBrand> {
  const { companyName, brandColor: color, address } = await readLetterhead(tx, companyId)
  return { companyName, color, address, logo: await findLogo(tx, companyId) }
}

/** Mail programs show no data URLs, so the mail refers to the logo as an attachment (`attachLogo`). */
export const brandOfMail = ({ color, address, logo }: CompanyBrand): MailBrand => ({
  color,
  address,
  logoUrl: logo && `cid:${logoId}`,
})

const logoId = 'logo'

export const attachLogo = (logo: Image): Attachment => ({
  fileName: logo.contentType.replace('image/', 'logo.'),
  contentId: logoId,
  ...logo,
})

/** For a mail that a page of ours shows. */
export const brandOfPage = ({ color, address, logo }: CompanyBrand): MailBrand => ({
  color,
  address,
  logoUrl: logo && `data:${logo.contentType};base64,${logo.content.toString('base64')}`,
})

type FooterInput = {
  audience: NotificationAudience
  isTest: boolean
  companyName: string
  publicUrl: string
  unsubscribeUrl: string | null
}

/** Why the reader gets this mail, and how to stop it. */
export function buildFooter({
  audience,
  isTest,
  companyName,
  publicUrl,
  unsubscribeUrl,
}: FooterInput): MailPage['footer'] {
  if (isTest)
    return {
      why: `You’re receiving this test email because you requested it for ${companyName} in Lockstep.`,
      link: null,
    }
  if (audience === 'customer') {
    return {
      why: `You’re receiving this email because you ordered from ${companyName}.`,
      link: unsubscribeUrl === null ? null : { label: 'Unsubscribe', url: unsubscribeUrl },
    }
  }
  return {
    why: `You’re receiving this email because ${companyName} has alerts switched on in Lockstep.`,
    link: { label: 'Change alerts', url: new URL('/settings?tab=notifications', publicUrl).href },
  }
}

type LinksInput = { type: NotificationType; facts: MessageFacts | null; publicUrl: string }

/** Links below the text: tracking for customers, the relevant screen for the company. */
export function buildLinks({ type, facts, publicUrl }: LinksInput): MailLink[] {
  const open = (label: string, path: string) => [{ label, url: new URL(path, publicUrl).href }]
  if (type === 'stock_alert') return open('Open inventory', '/inventory')
  if (type === 'job_failed') return open('Open the dashboard', '/')
  return parcelLinks(facts?.parcels ?? [])
}

function parcelLinks(parcels: MessageFacts['parcels']): MailLink[] {
  const known = parcels.flatMap(({ carrier, trackingNumber }) => {
    const url = trackingUrlOf(carrier, trackingNumber)
    return url ? [{ name: [carrier, trackingNumber].filter(Boolean).join(' '), url }] : []
  })
  return known.map(({ name, url }) => ({ label: known.length === 1 ? 'Track your package' : `Track ${name}`, url }))
}
