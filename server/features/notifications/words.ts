import { formatMoney } from '#contract/money.ts'
import type { NotificationAudience, NotificationMethod } from '#contract/notifications.ts'
import type { OrderMessage } from './order-message.ts'

export type Words = { subject: string | null; text: string }

type Addressed = { audience: NotificationAudience; method: NotificationMethod }

/** What a message says unless the company has words of its own. */
export function wordsFor(message: OrderMessage, { audience, method }: Addressed, companyName: string): Words {
  const { orderNumber, channelName, customer } = message
  if (audience === 'owner') {
    return { subject: null, text: `New order ${orderNumber} from ${channelName}: ${amountOf(message)}.` }
  }
  const text = textOf(message)
  if (method === 'sms') return { subject: null, text: `${companyName}: ${text}` }
  const greeting = customer.firstName ? `Hello ${customer.firstName},` : 'Hello,'
  return { subject: subjectOf(message), text: `${greeting}\n\n${text}\n\n${companyName}` }
}

const amountOf = ({ total, currency }: OrderMessage): string => formatMoney(total, currency)

function subjectOf({ type, orderNumber }: OrderMessage): string {
  const order = `Your order ${orderNumber}`
  switch (type) {
    case 'order_placed':
      return order
    case 'order_shipped':
      return `${order} is on its way`
    case 'order_delivered':
      return `${order} has arrived`
    case 'order_cancelled':
      return `${order} is cancelled`
    case 'review_request':
      return `How do you like your order ${orderNumber}?`
  }
}

function textOf(message: OrderMessage): string {
  const { type, orderNumber } = message
  switch (type) {
    case 'order_placed':
      return `Thank you for your order ${orderNumber} (${amountOf(message)}). We will tell you when it ships.`
    case 'order_shipped':
      return [`Your order ${orderNumber} is on its way.`, ...trackingOf(message)].join(' ')
    case 'order_delivered':
      return `Your order ${orderNumber} has been delivered.`
    case 'order_cancelled':
      return `Your order ${orderNumber} has been cancelled.`
    case 'review_request':
      return `Your order ${orderNumber} from ${message.channelName} has been with you for some days. How do you like it? We would be glad if you left a review where you bought it.`
  }
}

function trackingOf({ parcels = [] }: OrderMessage): string[] {
  const numbers = parcels.flatMap(({ carrier, trackingNumber }) =>
    trackingNumber ? [[carrier, trackingNumber].filter(Boolean).join(' ')] : [],
  )
  return numbers.length > 0 ? [`Tracking: ${numbers.join(', ')}.`] : []
}
