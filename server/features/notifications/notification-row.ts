import { z } from 'zod'
import { formatMessage, say } from '#contract/i18n.ts'
import type { TemplateText } from '#contract/message-templates.ts'
import type { NotificationAudience, NotificationMethod, NotificationType } from '#contract/notification-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'
import { newId } from '#server/platform/ids.ts'
import { hashRecipient, type Recipient } from './recipients.ts'

export type NotificationDraft = {
  type: NotificationType
  audience: NotificationAudience
  method: NotificationMethod
  recipient: Recipient
  /** Idempotency key made of the event: one message per event, audience and method. */
  eventKey: string
  words: TemplateText
  facts: MessageFacts | null
  orderId?: string | null
  customerId?: string | null
  resendOf?: string | null
  /** Why the message is skipped. It is stored all the same, and a user can resend it. */
  obstacle?: string | null
  /** Defaults to now. */
  dueAt?: Date
}

/** Builds the row of a message. A message that cannot reach anyone is stored as skipped, with the reason. */
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

type EncryptionContext = Pick<CompanyContext, 'vault' | 'companyId'>

type Column = 'recipient' | 'subject' | 'message'

export const encryptText = (
  { vault, companyId }: EncryptionContext,
  id: string,
  column: Column,
  plain: string,
): string => vault.encrypt(plain, encryptionContext(`notifications.${column}`, { companyId, id }))

/** Null for erased texts. */
export const decryptText = (
  { vault, companyId }: EncryptionContext,
  id: string,
  column: Column,
  encrypted: string | null,
) => (encrypted ? vault.decrypt(encrypted, encryptionContext(`notifications.${column}`, { companyId, id })) : null)

/** The shape of `notifications.template_data`. It is not encrypted, so it contains no personal data. */
export const MessageFacts = z.object({
  orderNumber: z.string(),
  channelName: z.string(),
  total: z.string(),
  parcels: z.array(z.object({ carrier: z.string().nullable(), trackingNumber: z.string().nullable() })),
})

export type MessageFacts = z.output<typeof MessageFacts>

/** Null for a message that is not about an order, and after erasure. */
export const parseFacts = (stored: unknown): MessageFacts | null => MessageFacts.safeParse(stored).data ?? null

/** Facts of a text about several orders: the named ones and the total number. */
export const CombinedOrders = z.object({ named: z.array(MessageFacts), count: z.number() })

export type CombinedOrders = z.output<typeof CombinedOrders>

export function parseCombinedOrders(stored: unknown): CombinedOrders {
  const one = parseFacts(stored)
  return CombinedOrders.safeParse(stored).data ?? { named: one ? [one] : [], count: 1 }
}

/**
 * A restored database does not know what was sent after the backup. Messages about events before the restore are
 * skipped, so that nothing is sent twice.
 */
export const sentBeforeRestore = ({ gate }: Pick<CompanyContext, 'gate'>, happenedAt: Date): string | null =>
  gate.restoredAt && happenedAt < gate.restoredAt ? sentBeforeRestoreMessage : null

const sentBeforeRestoreMessage = formatMessage(
  say('The database has been restored since then. This may already have been sent; resend it if not.'),
)
