import type { NotificationAudience, NotificationMethod, NotificationType } from './notification-values.ts'

export type TemplateKind = { audience: NotificationAudience; type: NotificationType; method: NotificationMethod }

/**
 * The variables of a message; `items` has a line per item: what was bought, or what an alert is about. `shopNumber` is the shop's number
 * for the order, else ours.
 */
export const templateVariables = [
  'companyName',
  'firstName',
  'orderNumber',
  'shopNumber',
  'channelName',
  'total',
  'tracking',
  'count',
  'items',
] as const
export type TemplateVariable = (typeof templateVariables)[number]
export type TemplateValues = Readonly<Partial<Record<TemplateVariable, string>>>

/** The text of a message; only mails have a subject. */
export type TemplateText = { subject: string | null; body: string }

export type MessageTemplate = TemplateKind & {
  variables: readonly TemplateVariable[]
  /** The default text, unless the company has its own. */
  words: TemplateText
}

const ofOrder = ['companyName', 'firstName', 'shopNumber', 'orderNumber', 'channelName', 'total', 'items'] as const
const ofParcel = [...ofOrder, 'tracking'] as const
const ofAlert = ['companyName', 'count', 'items'] as const

const mail = (subject: string, ...paragraphs: string[]): TemplateText => ({ subject, body: paragraphs.join('\n\n') })
const text = (body: string): TemplateText => ({ subject: null, body })

/** Every message of the product with its default text. */
export const messageTemplates: readonly MessageTemplate[] = [
  {
    audience: 'customer',
    type: 'order_placed',
    method: 'email',
    variables: ofOrder,
    words: mail(
      'We have received your order {{shopNumber}}',
      'Hello {{firstName}},',
      'Thank you for your order {{shopNumber}} of {{total}}. We are getting it ready and will email you when it ships.',
      'What you ordered:\n{{items}}',
      '{{companyName}}',
    ),
  },
  {
    audience: 'customer',
    type: 'order_placed',
    method: 'sms',
    variables: ofOrder,
    words: text(
      '{{companyName}}: thank you for your order {{shopNumber}} ({{total}}). We will let you know when it ships. Reply STOP to opt out.',
    ),
  },
  {
    audience: 'customer',
    type: 'order_shipped',
    method: 'email',
    variables: ofParcel,
    words: mail(
      'Your order {{shopNumber}} is on its way',
      'Hello {{firstName}},',
      'Good news: your order {{shopNumber}} has left the warehouse.',
      '{{tracking}}',
      'What you ordered:\n{{items}}',
      '{{companyName}}',
    ),
  },
  {
    audience: 'customer',
    type: 'order_shipped',
    method: 'sms',
    variables: ofParcel,
    words: text('{{companyName}}: your order {{shopNumber}} is on its way. {{tracking}}'),
  },
  {
    audience: 'customer',
    type: 'order_delivered',
    method: 'email',
    variables: ofOrder,
    words: mail(
      'Your order {{shopNumber}} has arrived',
      'Hello {{firstName}},',
      'According to the carrier, your order {{shopNumber}} has been delivered. If you can’t find it, reply to this email and we will help.',
      'What you ordered:\n{{items}}',
      '{{companyName}}',
    ),
  },
  {
    audience: 'customer',
    type: 'order_delivered',
    method: 'sms',
    variables: ofOrder,
    words: text('{{companyName}}: your order {{shopNumber}} has been delivered.'),
  },
  {
    audience: 'customer',
    type: 'order_cancelled',
    method: 'email',
    variables: ofOrder,
    words: mail(
      'Your order {{shopNumber}} has been cancelled',
      'Hello {{firstName}},',
      'Your order {{shopNumber}} has been cancelled and will not be sent. If you did not expect this, reply to this email.',
      '{{companyName}}',
    ),
  },
  {
    audience: 'customer',
    type: 'order_cancelled',
    method: 'sms',
    variables: ofOrder,
    words: text('{{companyName}}: your order {{shopNumber}} has been cancelled.'),
  },
  {
    audience: 'customer',
    type: 'review_request',
    method: 'email',
    variables: ofOrder,
    words: mail(
      'How was your order {{shopNumber}}?',
      'Hello {{firstName}},',
      'Your order {{shopNumber}} from {{channelName}} arrived a few days ago. How was it? We would be glad if you left a review where you bought it.',
      '{{companyName}}',
    ),
  },
  {
    audience: 'owner',
    type: 'order_placed',
    method: 'sms',
    variables: ['orderNumber', 'shopNumber', 'channelName', 'total'],
    words: text('New order {{orderNumber}} ({{shopNumber}} at {{channelName}}): {{total}}.'),
  },
  {
    audience: 'owner',
    type: 'stock_alert',
    method: 'email',
    variables: ofAlert,
    words: mail('Low stock: {{count}}', 'These SKUs are at or below your threshold:', '{{items}}'),
  },
  {
    audience: 'owner',
    type: 'job_failed',
    method: 'email',
    variables: ofAlert,
    words: mail('Failed: {{count}}', 'These automatic tasks failed and need your attention:', '{{items}}'),
  },
]

export const findTemplate = ({ audience, type, method }: TemplateKind): MessageTemplate | undefined =>
  messageTemplates.find((one) => one.audience === audience && one.type === type && one.method === method)

const placeholder = /\{\{\s*(\w*)\s*\}\}/g
const placeholderAndGap = /([^\S\n]*)\{\{\s*(\w*)\s*\}\}/g

/** Variables in a text that the template does not have. */
export function unknownVariables(text: string, known: readonly TemplateVariable[]): string[] {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !(known as readonly string[]).includes(name))
}

/** Fills in the variables; an empty variable leaves neither a gap nor an empty line. */
export function fillTemplate(text: string, values: TemplateValues): string {
  const known: Readonly<Record<string, string | undefined>> = values
  return text
    .replace(placeholderAndGap, (_all, gap: string, name: string) => {
      const value = Object.hasOwn(values, name) ? known[name] : undefined
      return value ? gap + value : ''
    })
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** For previews and tests. */
export const sampleValues: Readonly<Record<TemplateVariable, string>> = {
  companyName: 'Your company',
  firstName: 'Dana',
  orderNumber: 'LS-10042',
  shopNumber: '#1042',
  channelName: 'your website',
  total: '$48.90',
  tracking: 'Tracking: UPS 1Z999AA10123456784',
  count: '2 SKUs',
  items: '1 × Blue mug\n2 × Red mug',
}
