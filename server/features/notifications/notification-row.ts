import { z } from 'zod'
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

type EncryptionContext = Pick<CompanyContext, 'vault' | 'companyId'>

type Column = 'recipient' | 'subject' | 'message'

export const encryptText = (
  { vault, companyId }: EncryptionContext,
  id: string,
  column: Column,
  plain: string,
): string => vault.encrypt(plain, encryptionContext(`notifications.${column}`, { companyId, id }))

/** Nothing is left of what has been erased. */
export const decryptText = (
  { vault, companyId }: EncryptionContext,
  id: string,
  column: Column,
  encrypted: string | null,
) => (encrypted ? vault.decrypt(encrypted, encryptionContext(`notifications.${column}`, { companyId, id })) : null)

/** What `notifications.template_data` keeps of a message's cause. Nothing of the customer: it is not sealed. */
export const MessageFacts = z.object({
  orderNumber: z.string(),
  channelName: z.string(),
  total: z.string(),
  parcels: z.array(z.object({ carrier: z.string().nullable(), trackingNumber: z.string().nullable() })),
})

export type MessageFacts = z.output<typeof MessageFacts>

/** Null for a message that is not about an order, and once it is erased. */
export const parseFacts = (stored: unknown): MessageFacts | null => MessageFacts.safeParse(stored).data ?? null

/** What a text that tells of several orders keeps: those that it names, and how many they all are. */
export const CombinedOrders = z.object({ named: z.array(MessageFacts), count: z.number() })

export type CombinedOrders = z.output<typeof CombinedOrders>

export function parseCombinedOrders(stored: unknown): CombinedOrders {
  const one = parseFacts(stored)
  return CombinedOrders.safeParse(stored).data ?? { named: one ? [one] : [], count: 1 }
}

/** After the database was brought back it knows less than it has told: what happened before then is told no second time. */
export const sentBeforeRestore = ({ gate }: Pick<CompanyContext, 'gate'>, happenedAt: Date): string | null =>
  gate.restoredAt && happenedAt < gate.restoredAt ? sentBeforeRestoreMessage : null

const sentBeforeRestoreMessage =
  'The database was brought back since then: this was sent before, or may have been. Send it again if not.'
