import { plain } from '#contract/fields.ts'
import type { TemplateValues } from '#contract/message-templates.ts'
import { formatMoney } from '#contract/money.ts'
import type { MessageFacts } from './message-facts.ts'
import type { OrderMessage } from './order-message.ts'

const longestName = 60
const mostNumbers = 5

export function toFacts({ orderNumber, channelName, total, currency, parcels = [] }: OrderMessage): MessageFacts {
  return {
    orderNumber,
    channelName,
    total: formatMoney(total, currency),
    parcels: parcels.map(({ carrier, trackingNumber }) => ({ carrier, trackingNumber })),
  }
}

/** What a message about an order can say. */
export const templateValues = (message: OrderMessage, companyName: string): TemplateValues => {
  const { parcels, ...facts } = toFacts(message)
  return {
    ...facts,
    companyName,
    firstName: safeName(message.customer.firstName),
    tracking: trackingText(parcels),
  }
}

/** Whoever orders types any name and anybody's address: a name that leads somewhere would be sent there as ours. */
function safeName(typed: string | null): string {
  const name = plain(typed, longestName) ?? ''
  return /[/@]|www\.|\.\p{L}{2}/iu.test(name) ? '' : name
}

function trackingText(parcels: MessageFacts['parcels']): string {
  const numbers = parcels.flatMap(({ carrier, trackingNumber }) =>
    trackingNumber ? [[carrier, trackingNumber].filter(Boolean).join(' ')] : [],
  )
  const rest = numbers.length - mostNumbers
  const named = numbers.slice(0, mostNumbers).join(', ')
  return named && `Tracking: ${named}${rest > 0 ? ` and ${rest} more` : ''}`
}
