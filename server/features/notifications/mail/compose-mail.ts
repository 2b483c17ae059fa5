import type { NotificationAudience, NotificationType } from '#contract/notification-values.ts'
import { trackingUrlOf } from '#contract/tracking.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { decryptText, type MessageFacts, parseFacts } from '../notification-row.ts'
import { unsubscribeToken, unsubscribeUrl } from '../opt-outs/unsubscribe-token.ts'
import { type MailLink, type MailPage, renderMailHtml, renderMailText } from './mail-layout.ts'

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
export function composeMail(ctx: CompanyContext, mail: StoredMail, companyName: string) {
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
  }
  return { subject, text: renderMailText(page), html: renderMailHtml(page), unsubscribeUrl: link }
}

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
  if (isTest) return { why: `You asked Lockstep for this test of the mails of ${companyName}.`, link: null }
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
  return known.map(({ name, url }) => ({ label: known.length === 1 ? 'Track your parcel' : `Track ${name}`, url }))
}
