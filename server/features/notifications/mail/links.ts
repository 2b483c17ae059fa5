import type { NotificationType } from '#contract/notification-values.ts'
import { trackingUrlOf } from '#contract/tracking.ts'
import type { MessageFacts } from '../message-facts.ts'
import type { MailLink } from './mail-page.ts'

type LinksInput = { type: NotificationType; facts: MessageFacts | null; publicUrl: string }

/** Where the reader goes from here: a customer to their parcels, the company's people to the trouble. */
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
