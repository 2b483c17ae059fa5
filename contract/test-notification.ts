import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { notificationMethods, notificationTypes } from './notification-values.ts'

/** A file of its own, because the dashboard needs only this endpoint of notifications. */
export const testNotification = endpoint({
  method: 'POST',
  path: '/api/test/notification',
  summary: 'Queue a test message: by SMS to the number for alerts, by email to the person who asks',
  access: 'ops',
  scope: 'company',
  body: z.strictObject({ type: z.enum(notificationTypes), method: z.enum(notificationMethods) }),
  reply: z.object({ id: Id }),
  status: 202,
})
