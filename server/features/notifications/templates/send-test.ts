import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { asMessage, say } from '#contract/i18n.ts'
import { findTemplate, type TemplateKind } from '#contract/message-templates.ts'
import {
  notificationAudiences,
  notificationMethodLabels,
  notificationTypeLabels,
} from '#contract/notification-values.ts'
import type { notificationsApi } from '#contract/notifications.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import { newId } from '#server/platform/ids.ts'
import { assertTestLimit } from '../quota/test-limit.ts'
import { buildNotification } from '../notification-row.ts'
import { readPreferences, type NotificationPreferences } from '../queries.ts'
import { noServiceMessage, toRecipient, type Recipient } from '../recipients.ts'
import { isConfirmedPhone, unconfirmedPhoneMessage } from '../senders/confirm-phone.ts'
import { sampleFacts, sampleValuesFor, fillSubjectAndBody, chooseTemplate } from './fill-template.ts'

type Input = ParsedInputOf<typeof notificationsApi.test>

/** Sends a customer's message to the company itself. It is neither held nor combined with others. */
export async function sendTest(ctx: CompanyContext, input: Input, signedIn: SignedIn): Promise<{ id: string }> {
  const { type, method } = input
  const { companyId } = ctx
  const kind = templateKind(input)
  if (method === 'sms' ? !ctx.ports.sms : !ctx.ports.mail) throw new AppError('conflict', noServiceMessage[method])
  return ctx.transaction(async (tx) => {
    await assertTestLimit(tx, ctx, method)
    const preferences = await readPreferences(tx, companyId)
    const row = buildNotification(ctx, {
      type,
      method,
      audience: 'owner',
      recipient:
        method === 'sms'
          ? await getOwnerNumberOrThrow(tx, ctx, preferences)
          : toRecipient('email', signedIn.user.email, null),
      eventKey: `test:${newId()}`,
      words: fillSubjectAndBody(chooseTemplate(preferences, kind), sampleValuesFor(type, preferences.companyName)),
      facts: sampleFacts(type),
    })
    await insertRows(tx, notifications, [row])
    await recordAudit(tx, ctx, {
      action: 'notification.test',
      resource: 'notification',
      resourceId: row.id,
      companyId,
      after: { type, method },
    })
    await ctx.publishChange(tx, 'notifications')
    ctx.triggerWorker(tx, 'notifications.send')
    return { id: row.id }
  })
}

/** The customer's template if there is one, else the company's. */
function templateKind({ type, method }: Input): TemplateKind {
  const kinds = notificationAudiences.toReversed().map((audience) => ({ audience, type, method }))
  const kind = kinds.find(findTemplate)
  if (kind) return kind
  const message = say('There is no {method} of the kind {type}', {
    method: asMessage(notificationMethodLabels[method]),
    type: asMessage(notificationTypeLabels[type]),
  })
  throw new AppError('invalid', message, [{ field: 'method', message }])
}

async function getOwnerNumberOrThrow(
  tx: Tx,
  ctx: CompanyContext,
  { alertPhone }: NotificationPreferences,
): Promise<Recipient> {
  const recipient = alertPhone === null ? null : toRecipient('sms', alertPhone, null)
  if (recipient?.obstacle !== null) {
    throw new AppError(
      'conflict',
      say(
        'There is no number to send the test to. Set an alert phone, with its country code, in Settings > Notifications.',
      ),
    )
  }
  if (await isConfirmedPhone(tx, ctx, recipient.text)) return recipient
  throw new AppError('conflict', unconfirmedPhoneMessage)
}
