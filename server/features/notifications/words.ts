import { formatMoney } from '#contract/money.ts'
import type { NotificationAudience, NotificationMethod } from '#contract/notifications.ts'
import type { OrderMessage } from './order-message.ts'

export type Words = { subject: string | null; text: string }

type Addressed = { audience: NotificationAudience; method: NotificationMethod }

/** What a message says unless the company has words of its own. */
export function wordsFor(message: OrderMessage, { audience, method }: Addressed, companyName: string): Words {
  const { type, orderNumber, channelName, total, currency } = message
  const amount = formatMoney(total, currency)
  if (audience === 'owner') return { subject: null, text: `New order ${orderNumber} from ${channelName}: ${amount}.` }
  const text =
    type === 'order_placed'
      ? `Thank you for your order ${orderNumber} (${amount}). We will tell you when it ships.`
      : `Your order ${orderNumber} has been cancelled.`
  if (method === 'sms') return { subject: null, text: `${companyName}: ${text}` }
  const subject = type === 'order_placed' ? `Your order ${orderNumber}` : `Your order ${orderNumber} is cancelled`
  const greeting = message.customer.firstName ? `Hello ${message.customer.firstName},` : 'Hello,'
  return { subject, text: `${greeting}\n\n${text}\n\n${companyName}` }
}
