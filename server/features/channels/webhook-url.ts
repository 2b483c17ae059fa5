import { AppError } from '#contract/errors.ts'
import { isLoopback } from '#server/platform/config.ts'

/** What is sent there names customers' orders, so it goes encrypted; only a product that runs on one machine may do without. */
export function assertSafeWebhookUrl(publicUrl: string, webhookUrl: string | null | undefined): void {
  if (!webhookUrl) return
  const { protocol, username, password } = new URL(webhookUrl)
  if (username || password) throw invalidUrl('Webhook URL must not carry a user name or a password')
  if (protocol !== 'https:' && !isLoopback(publicUrl)) throw invalidUrl('Webhook URL must begin with https://')
}

const invalidUrl = (message: string) => new AppError('invalid', `${message}.`, [{ field: 'webhookUrl', message }])
