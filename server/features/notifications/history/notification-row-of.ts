import type { NotificationRow } from '#contract/notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { iso, isoOrNull } from '#server/platform/db/rows.ts'
import { maskEmail, maskPhone } from '#server/platform/redaction.ts'
import { decryptText } from '../sealed-text.ts'
import type { StoredMessage } from './queries/history.ts'
import { findResendObstacle } from './resend-obstacle.ts'

export function toNotificationRow(ctx: CompanyContext, stored: StoredMessage): NotificationRow {
  const { id, type, audience, method, status, orderId, orderNumber, isTest, heldUntil, error, createdAt, sentAt } =
    stored
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
    isTest,
    heldUntil: isoOrNull(heldUntil),
    error,
    resendObstacle: findResendObstacle(stored),
    createdAt: iso(createdAt),
    sentAt: isoOrNull(sentAt),
  }
}

function maskedRecipient(ctx: CompanyContext, { id, method, recipient }: StoredMessage): string | null {
  const plain = decryptText(ctx, id, 'recipient', recipient)
  if (plain === null) return null
  return method === 'email' ? maskEmail(plain) : maskPhone(plain)
}
