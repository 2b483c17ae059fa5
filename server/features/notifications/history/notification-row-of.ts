import type { NotificationRow } from '#contract/notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { iso, isoOrNull } from '#server/platform/db/moments.ts'
import { maskEmail, maskPhone } from '#server/platform/masking.ts'
import { openText } from '../sealed-text.ts'
import type { KeptMessage } from './queries/history.ts'
import { resendObstacleOf } from './resend-obstacle.ts'

export function notificationRowOf(ctx: CompanyContext, kept: KeptMessage): NotificationRow {
  const { id, type, audience, method, status, orderId, orderNumber, isTest, heldUntil, error, createdAt, sentAt } = kept
  return {
    id,
    type,
    audience,
    method,
    status,
    recipient: maskedRecipient(ctx, kept),
    subject: openText(ctx, id, 'subject', kept.subject),
    orderId,
    orderNumber,
    isTest,
    heldUntil: isoOrNull(heldUntil),
    error,
    resendObstacle: resendObstacleOf(kept),
    createdAt: iso(createdAt),
    sentAt: isoOrNull(sentAt),
  }
}

function maskedRecipient(ctx: CompanyContext, { id, method, recipient }: KeptMessage): string | null {
  const plain = openText(ctx, id, 'recipient', recipient)
  if (plain === null) return null
  return method === 'email' ? maskEmail(plain) : maskPhone(plain)
}
