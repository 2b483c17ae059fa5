import { plain } from '#contract/fields.ts'
import {
  fillTemplate,
  findTemplate,
  sampleValues,
  type TemplateKind,
  type TemplateText,
  type TemplateValues,
} from '#contract/message-templates.ts'
import type { NotificationType } from '#contract/notification-values.ts'
import type { MessageFacts } from '../notification-row.ts'
import type { NotificationPreferences } from '../queries.ts'

/** The company's own template, else the default one. */
export function chooseTemplate(
  { templates }: Pick<NotificationPreferences, 'templates'>,
  kind: TemplateKind,
): TemplateText {
  const isOfKind = ({ audience, type, method }: TemplateKind) =>
    audience === kind.audience && type === kind.type && method === kind.method
  const words = templates.find(isOfKind) ?? findTemplate(kind)?.words
  if (!words) throw new Error(`There is no message ${kind.audience} ${kind.type} ${kind.method}`)
  return words
}

export const fillSubjectAndBody = ({ subject, body }: TemplateText, values: TemplateValues): TemplateText => ({
  subject: subject === null ? null : plain(fillTemplate(subject, values)),
  body: fillTemplate(body, values),
})

/** Sample values for previews and test messages. */
export const sampleValuesFor = (type: NotificationType, companyName: string): TemplateValues => ({
  ...sampleValues,
  ...(type === 'job_failed' && failedJobs),
  ...(type === 'stock_alert' && lowStock),
  companyName,
})

const lowStock = { items: 'MUG-BLUE Blue mug: 3 left\nMUG-RED Red mug: none left' }

const failedJobs = {
  count: '2 jobs',
  items: 'Sync inventory from Amazon: Amazon is not responding\nSend stock and prices to channels: The key was refused',
}

export function sampleFacts(type: NotificationType): MessageFacts | null {
  if (type === 'stock_alert' || type === 'job_failed') return null
  const { orderNumber, channelName, total } = sampleValues
  const parcels = type === 'order_shipped' ? [{ carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }] : []
  return { orderNumber, channelName, total, parcels }
}
