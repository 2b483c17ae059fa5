import { buildNotification } from '#server/features/notifications/notification-row.ts'
import { companyContext, noOrigin, type Deps } from '#server/platform/context.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { newId } from '#server/platform/id.ts'

/** Calls of the notifications' endpoints that pass validation, and ids of another company. */
export async function notificationSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const foreign = { notificationId: await buildSentMail(deps, otherCompanyId) }
  const one = async () => ({ params: { notificationId: await buildSentMail(deps, companyId) }, foreign })
  const template = {
    params: { audience: 'customer', type: 'order_placed', method: 'email' },
    foreign: { audience: 'owner', type: 'order_delivered', method: 'sms' },
  }
  const words = { subject: 'Your order {{orderNumber}}', body: 'Hello {{firstName}}' }
  return {
    notifications: {
      list: {},
      detail: await one(),
      page: await one(),
      resend: await one(),
      test: { body: { type: 'order_placed', method: 'email' } },
      templates: {},
      saveTemplate: { ...template, body: words },
      resetTemplate: template,
      previewTemplate: { ...template, query: words },
    },
  }
}

/** A mail to a customer that went out. */
async function buildSentMail(deps: Deps, companyId: string): Promise<string> {
  const ctx = companyContext(deps, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }, companyId)
  const row = buildNotification(ctx, {
    type: 'order_shipped',
    audience: 'customer',
    method: 'email',
    recipient: { text: 'ana@example.com', obstacle: null },
    eventKey: `sample:${newId()}`,
    words: { subject: 'It is on its way', body: 'Hello Ana' },
    facts: null,
  })
  await ctx.transaction((tx) => tx.insert(notifications).values({ ...row, status: 'sent', sentAt: deps.clock.now() }))
  return row.id
}
