import Pencil from 'lucide-react/icons/pencil'
import type { TemplateKind, TemplateVariable } from '#contract/message-templates.ts'
import {
  type NotificationAudience,
  notificationMethodLabels,
  notificationTypeLabels,
} from '#contract/notification-values.ts'
import { Badge } from '#web/ui/badge.tsx'

export const variableLabels: Record<TemplateVariable, string> = {
  companyName: 'Company name',
  firstName: 'First name',
  orderNumber: 'Order number',
  shopNumber: 'Shop’s order number',
  channelName: 'Channel',
  total: 'Order total',
  tracking: 'Tracking',
  count: 'How many',
  items: 'Items',
}

export const audienceTitles: Record<NotificationAudience, string> = {
  customer: 'To your customers',
  owner: 'To you',
}

const audienceNames: Record<NotificationAudience, string> = { customer: 'customers', owner: 'you' }

/** "Order placed by SMS to customers" */
export const templateName = ({ audience, type, method }: TemplateKind): string =>
  `${notificationTypeLabels[type]} by ${notificationMethodLabels[method]} to ${audienceNames[audience]}`

/** Identifies a template in the URL. */
export const templateKeyOf = ({ audience, type, method }: TemplateKind): string => `${audience}.${type}.${method}`

/** Whether a template has the company's own text or the default. */
export function CustomTextBadge({ isOwn }: { isOwn: boolean }) {
  return isOwn ? (
    <Badge tone="info" icon={<Pencil aria-hidden />}>
      Your words
    </Badge>
  ) : (
    <Badge tone="neutral">Default</Badge>
  )
}
