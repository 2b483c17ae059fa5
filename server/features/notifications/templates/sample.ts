import { sampleValues, type TemplateValues } from '#contract/message-templates.ts'
import type { NotificationType } from '#contract/notification-values.ts'
import type { MessageFacts } from '../message-facts.ts'

/** What a preview or a test message is about. */
export const sampleValuesFor = (type: NotificationType, companyName: string): TemplateValues => ({
  ...sampleValues,
  ...(type === 'job_failed' && failedJobs),
  companyName,
})

const failedJobs = {
  count: '2 jobs',
  items: 'Sync inventory from Amazon: Amazon does not answer\nSend stock and prices to channels: The key was refused',
}

export function sampleFacts(type: NotificationType): MessageFacts | null {
  if (type === 'stock_alert' || type === 'job_failed') return null
  const { orderNumber, channelName, total } = sampleValues
  const parcels = type === 'order_shipped' ? [{ carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }] : []
  return { orderNumber, channelName, total, parcels }
}
