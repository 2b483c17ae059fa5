import type { NotificationAudience } from '#contract/notification-values.ts'
import type { MailPage } from './mail-page.ts'

type FooterInput = {
  audience: NotificationAudience
  isTest: boolean
  companyName: string
  publicUrl: string
  unsubscribeUrl: string | null
}

/** Why somebody gets this mail, and how to get no more of them. */
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
      why: `You get this mail because you ordered from ${companyName}.`,
      link: unsubscribeUrl === null ? null : { label: 'Unsubscribe', url: unsubscribeUrl },
    }
  }
  return {
    why: `You get this mail because ${companyName} has alerts switched on in Lockstep.`,
    link: { label: 'Change alerts', url: new URL('/settings?tab=notifications', publicUrl).href },
  }
}
