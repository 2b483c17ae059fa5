import Pencil from 'lucide-react/icons/pencil'
import { t } from '#contract/i18n.ts'
import type { TemplateKind, TemplateVariable } from '#contract/message-templates.ts'
import {
  type NotificationAudience,
  notificationMethodLabels,
  notificationTypeLabels,
} from '#contract/notification-values.ts'
import { Badge } from '#web/ui/badge.tsx'

export const variableLabels: Record<TemplateVariable, string> = {
  companyName: t('Company name'),
  firstName: t('First name'),
  orderNumber: t('Order number'),
  shopNumber: t('Shop’s order number'),
  channelName: t('Channel'),
  total: t('Order total'),
  tracking: t('Tracking'),
  count: t('Count'),
  items: t('Items'),
}

export const audienceTitles: Record<NotificationAudience, string> = {
  customer: t('To your customers'),
  owner: t('To you'),
}

/** "Order placed by SMS to customers" */
export function templateName({ audience, type, method }: TemplateKind): string {
  const values = { type: notificationTypeLabels[type], method: notificationMethodLabels[method] }
  return audience === 'customer' ? t('{type} ({method} to customers)', values) : t('{type} ({method} to you)', values)
}

/** Identifies a template in the URL. */
export const templateKeyOf = ({ audience, type, method }: TemplateKind): string => `${audience}.${type}.${method}`

/** Whether a template has the company's own text or the default. */
export function CustomTextBadge({ isOwn }: { isOwn: boolean }) {
  return isOwn ? (
    <Badge tone="info" icon={<Pencil aria-hidden />}>
      {t('Your text')}
    </Badge>
  ) : (
    <Badge tone="neutral">{t('Default')}</Badge>
  )
}
