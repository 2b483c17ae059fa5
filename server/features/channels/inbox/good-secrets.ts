import type { CompanyContext } from '#server/platform/context.ts'
import { decryptSecret } from '../secrets.ts'
import type { ReceivingChannel } from './queries/receiving.ts'

/** With which the channel may sign now: its secret and, while both sides change over, the one before. */
export function validSecrets(
  ctx: Pick<CompanyContext, 'companyId' | 'vault' | 'clock'>,
  channel: Omit<ReceivingChannel, 'type' | 'config' | 'isActive'>,
): string[] {
  const { id, webhookSecret, previousWebhookSecret: previous, previousWebhookSecretExpiresAt: until } = channel
  const isPreviousGood = until !== null && until > ctx.clock.now()
  return [
    ...(webhookSecret ? [decryptSecret(ctx, 'webhook_secret', id, webhookSecret)] : []),
    ...(previous && isPreviousGood ? [decryptSecret(ctx, 'previous_webhook_secret', id, previous)] : []),
  ]
}
