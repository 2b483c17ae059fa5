import { randomBytes } from 'node:crypto'
import type { CompanyContext } from '#server/platform/context.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'

type EncryptionContext = Pick<CompanyContext, 'vault' | 'companyId'>
type SecretColumn = 'api_key' | 'webhook_secret' | 'previous_webhook_secret' | 'access_token'

const secretContext = (column: SecretColumn, { companyId }: EncryptionContext, id: string): string =>
  encryptionContext(`channels.${column}`, { companyId, id })

export const encryptSecret = (ctx: EncryptionContext, column: SecretColumn, channelId: string, plain: string): string =>
  ctx.vault.encrypt(plain, secretContext(column, ctx, channelId))

export const decryptSecret = (
  ctx: EncryptionContext,
  column: SecretColumn,
  channelId: string,
  encrypted: string,
): string => ctx.vault.decrypt(encrypted, secretContext(column, ctx, channelId))

export const createApiKey = (): string => `ls_live_${randomBytes(32).toString('base64url')}`

/** As Standard Webhooks words them. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
