import { AppError } from '#contract/errors.ts'
import { asMessage, type Message, say } from '#contract/i18n.ts'
import type { NotificationDetail, NotificationFilter, NotificationRow } from '#contract/notifications.ts'
import { shopOrderText } from '#contract/order-numbers.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import { recordPersonalDataViews } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso, isoOrNull } from '#server/platform/db/rows.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { maskEmail, maskPhone, seesMasked } from '#server/platform/redaction.ts'
import { brandOfPage, composeMail, readBrand } from '../mail/compose-mail.ts'
import { decryptText } from '../notification-row.ts'
import { optedOutMessage } from '../opt-outs/opt-outs.ts'
import { isSwitchedOn } from '../sending/sending-rules.ts'
import { getStoredMessageOrThrow, listStoredMessages, type StoredMessage } from './queries.ts'

export async function listNotifications(
  ctx: CompanyContext,
  query: PageQuery & NotificationFilter,
): Promise<Page<NotificationRow>> {
  const page = await ctx.read((tx) => listStoredMessages(tx, ctx.companyId, query))
  return { ...page, rows: page.rows.map((stored) => toNotificationRow(ctx, stored)) }
}

type NotificationKey = { notificationId: string }

export async function readNotification(
  ctx: CompanyContext,
  { notificationId }: NotificationKey,
): Promise<NotificationDetail> {
  return ctx.transaction(async (tx) => {
    const stored = await getStoredMessageOrThrow(tx, ctx.companyId, notificationId)
    await recordView(tx, ctx, stored)
    const row = toNotificationRow(ctx, stored)
    return {
      ...row,
      recipient: seesMasked(ctx) ? row.recipient : decryptText(ctx, stored.id, 'recipient', stored.recipient),
      message: decryptText(ctx, stored.id, 'message', stored.message),
    }
  })
}

/** The mail as it was sent, without the unsubscribe link: the reader here is not the customer. */
export async function readPage(ctx: CompanyContext, { notificationId }: { notificationId: string }): Promise<string> {
  return ctx.transaction(async (tx) => {
    const stored = await getStoredMessageOrThrow(tx, ctx.companyId, notificationId)
    if (stored.method === 'sms') throw new AppError('conflict', say('Text messages have no email preview.'))
    if (stored.message === '') throw new AppError('conflict', say('The email was erased with the customer’s data.'))
    await recordView(tx, ctx, stored)
    const brand = await readBrand(tx, ctx.companyId)
    return composeMail(ctx, { ...stored, recipientHash: null }, brand.companyName, brandOfPage(brand)).html
  })
}

export function toNotificationRow(ctx: CompanyContext, stored: StoredMessage): NotificationRow {
  const { id, type, audience, method, status, orderId, orderNumber, isTest, heldUntil, error, createdAt, sentAt } =
    stored
  const { externalOrderId, externalNumber, channelName } = stored
  const obstacle = findResendObstacle(stored)
  return {
    id,
    type,
    audience,
    method,
    status,
    recipient: maskedRecipient(ctx, stored),
    subject: decryptText(ctx, id, 'subject', stored.subject),
    orderId,
    orderNumber,
    shopOrder: externalOrderId && shopOrderText({ externalOrderId, externalNumber, channelName }),
    isTest,
    heldUntil: isoOrNull(heldUntil),
    error: translateStored(ctx, error),
    resendObstacle: obstacle && ctx.inReadersLanguage(obstacle),
    createdAt: iso(createdAt),
    sentAt: isoOrNull(sentAt),
  }
}

function maskedRecipient(ctx: CompanyContext, { id, method, recipient }: StoredMessage): string | null {
  const plain = decryptText(ctx, id, 'recipient', recipient)
  if (plain === null) return null
  return method === 'email' ? maskEmail(plain) : maskPhone(plain)
}

/** Why a message cannot be resent; null if it can. */
export function findResendObstacle(stored: StoredMessage): Message | null {
  if (stored.isErased) return say('The customer’s data has been erased.')
  if (stored.status === 'pending') return say('It has not been sent yet.')
  if (stored.status === 'held') return say('It’s waiting for quiet hours to end.')
  if (stored.isResent) return say('It’s already being sent again.')
  if (stored.recipientHash === null)
    return stored.error === null ? say('It has no recipient.') : asMessage(stored.error)
  if (!stored.isTest && !isSwitchedOn(stored))
    return say('These messages are switched off in Settings > Notifications.')
  const mayOptOut = stored.audience === 'customer' || stored.method === 'sms'
  return mayOptOut && stored.isOptedOut ? optedOutMessage[stored.method] : null
}

/** Audits who viewed a customer's message. Messages to the company itself are not personal data. */
async function recordView(tx: Tx, ctx: CompanyContext, { id, audience, isErased }: StoredMessage): Promise<void> {
  if (audience !== 'customer' || isErased || seesMasked(ctx)) return
  await recordPersonalDataViews(tx, ctx, { action: 'notification.view', resource: 'notification', resourceIds: [id] })
}
