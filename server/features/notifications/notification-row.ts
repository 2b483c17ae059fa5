import type { NotificationAudience, NotificationMethod, NotificationType } from '#contract/notification-values.ts'
import type { TemplateText } from '#contract/message-templates.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { MessageFacts } from './message-facts.ts'
import type { Recipient } from './recipients/recipient.ts'
import { hashRecipient } from './recipients/recipient-hash.ts'
import { encryptText } from './sealed-text.ts'

export type NotificationDraft = {
  type: NotificationType
  audience: NotificationAudience
  method: NotificationMethod
  recipient: Recipient
  /** Names the cause, so that it is told once. */
  eventKey: string
  words: TemplateText
  facts: MessageFacts | null
  orderId?: string | null
  customerId?: string | null
  resendOf?: string | null
  /** Why it is not to be sent; it is kept all the same, and a person can send it. */
  obstacle?: string | null
  /** Now, unless told. */
  dueAt?: Date
}

/** A message as it is kept. One that can reach nobody is kept too, and says why. */
export function buildNotification(ctx: CompanyContext, draft: NotificationDraft) {
  const { type, audience, method, recipient, eventKey, words, facts } = draft
  const id = newId()
  const now = ctx.clock.now()
  const obstacle = recipient.obstacle ?? draft.obstacle ?? null
  return {
    companyId: ctx.companyId,
    id,
    type,
    audience,
    method,
    recipient: encryptText(ctx, id, 'recipient', recipient.text),
    recipientHash: recipient.obstacle === null ? hashRecipient(ctx.vault, recipient.text) : null,
    eventKey,
    orderId: draft.orderId ?? null,
    customerId: draft.customerId ?? null,
    subject: words.subject === null ? null : encryptText(ctx, id, 'subject', words.subject),
    message: encryptText(ctx, id, 'message', words.body),
    templateData: facts,
    status: obstacle === null ? ('pending' as const) : ('skipped' as const),
    error: obstacle,
    resendOf: draft.resendOf ?? null,
    dueAt: draft.dueAt ?? now,
    createdAt: now,
  }
}
