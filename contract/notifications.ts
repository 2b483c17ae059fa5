import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, optionalText, PageReply } from './fields.ts'
import { t } from './i18n.ts'
import { templateVariables } from './message-templates.ts'
import {
  notificationAudiences,
  notificationMethods,
  notificationStatuses,
  notificationTypes,
} from './notification-values.ts'
import { PageQuery } from './paging.ts'
import { testNotification } from './test-notification.ts'

/** The recipient is masked. */
export const NotificationRow = z.object({
  id: Id,
  type: z.enum(notificationTypes),
  audience: z.enum(notificationAudiences),
  method: z.enum(notificationMethods),
  status: z.enum(notificationStatuses),
  /** Null once it is erased. */
  recipient: z.string().nullable(),
  subject: z.string().nullable(),
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  /** The shop’s number for the order and the shop, such as "#1043 at Harbor & Pine Store". */
  shopOrder: z.string().nullable(),
  isTest: z.boolean(),
  /** When its quiet hours end. */
  heldUntil: Moment.nullable(),
  /** Why it failed or was not sent. */
  error: z.string().nullable(),
  /** Why it cannot be resent; null when it can. */
  resendObstacle: z.string().nullable(),
  createdAt: Moment,
  sentAt: Moment.nullable(),
})
export type NotificationRow = z.output<typeof NotificationRow>

/** The recipient is unmasked, except for read-only people. */
export const NotificationDetail = NotificationRow.extend({
  /** Null once it is erased. */
  message: z.string().nullable(),
})
export type NotificationDetail = z.output<typeof NotificationDetail>

export const NotificationFilter = z.strictObject({
  status: z.enum(notificationStatuses).optional(),
  type: z.enum(notificationTypes).optional(),
  method: z.enum(notificationMethods).optional(),
  audience: z.enum(notificationAudiences).optional(),
  orderId: Id.optional(),
})
export type NotificationFilter = z.output<typeof NotificationFilter>

const ByNotification = z.strictObject({ notificationId: Id })

const subject = z
  .string()
  .trim()
  .max(200, t('Subject must be 200 characters or fewer'))
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, t('Subject must be one line of plain text'))
  .nullish()
  .transform((typed) => typed || null)
export const longestTemplate = 2000

export const TemplateInput = z.strictObject({
  subject,
  body: optionalText(t('Message'), longestTemplate).pipe(z.string(t('Message is required'))),
})
export type TemplateInput = z.input<typeof TemplateInput>

export const TemplateRow = z.object({
  audience: z.enum(notificationAudiences),
  type: z.enum(notificationTypes),
  method: z.enum(notificationMethods),
  variables: z.array(z.enum(templateVariables)),
  subject: z.string().nullable(),
  body: z.string(),
  /** Whether the company has changed the text. */
  isOwn: z.boolean(),
  updatedAt: Moment.nullable(),
})
export type TemplateRow = z.output<typeof TemplateRow>

const ByTemplate = z.strictObject({
  audience: z.enum(notificationAudiences),
  type: z.enum(notificationTypes),
  method: z.enum(notificationMethods),
})

const templatePath = '/api/notification-templates/:audience/:type/:method'

export const notificationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: 'Messages that were sent, wait, are held or failed, newest first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery.extend(NotificationFilter.shape),
    reply: z.array(NotificationRow),
    paged: true,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/notifications/:notificationId',
    summary: 'One message, as it was or will be sent',
    access: 'readonly',
    scope: 'company',
    params: ByNotification,
    reply: NotificationDetail,
  }),
  page: endpoint({
    method: 'GET',
    path: '/api/notifications/:notificationId/page',
    summary: 'An email as it looks in an email program',
    access: 'readonly',
    scope: 'company',
    params: ByNotification,
    reply: PageReply,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/notifications/:notificationId/resend',
    summary: 'Send a message once more, as a message of its own',
    access: 'ops',
    scope: 'company',
    params: ByNotification,
    reply: NotificationRow,
    status: 201,
  }),
  test: testNotification,
  templates: endpoint({
    method: 'GET',
    path: '/api/notification-templates',
    summary: 'The words of every message',
    access: 'readonly',
    scope: 'company',
    reply: z.array(TemplateRow),
  }),
  saveTemplate: endpoint({
    method: 'PUT',
    path: templatePath,
    summary: 'Give a message words of the company’s own',
    access: 'ops',
    scope: 'company',
    params: ByTemplate,
    body: TemplateInput,
    reply: TemplateRow,
  }),
  resetTemplate: endpoint({
    method: 'DELETE',
    path: templatePath,
    summary: 'Go back to the words that a message comes with',
    access: 'ops',
    scope: 'company',
    params: ByTemplate,
    reply: TemplateRow,
  }),
  previewTemplate: endpoint({
    method: 'GET',
    path: `${templatePath}/preview`,
    summary: 'An email with this text, as it looks in an email program',
    access: 'readonly',
    scope: 'company',
    params: ByTemplate,
    query: TemplateInput,
    reply: PageReply,
  }),
}
