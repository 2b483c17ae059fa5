import { randomBytes } from 'node:crypto'
import type { CompanyContext } from '#server/platform/context.ts'
import { contextOf } from '#server/platform/sealed-columns.ts'

type Sealer = Pick<CompanyContext, 'vault' | 'companyId'>
type SecretColumn = 'api_key' | 'webhook_secret' | 'previous_webhook_secret' | 'access_token'

const secretContext = (column: SecretColumn, { companyId }: Sealer, id: string): string =>
  contextOf(`channels.${column}`, { companyId, id })

export const sealSecret = (ctx: Sealer, column: SecretColumn, channelId: string, plain: string): string =>
  ctx.vault.seal(plain, secretContext(column, ctx, channelId))

export const openSecret = (ctx: Sealer, column: SecretColumn, channelId: string, sealed: string): string =>
  ctx.vault.open(sealed, secretContext(column, ctx, channelId))

export const makeApiKey = (): string => `ls_live_${randomBytes(32).toString('base64url')}`

/** As Standard Webhooks words them. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
