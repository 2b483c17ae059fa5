import { randomBytes } from 'node:crypto'
import type { CompanyContext } from '#server/platform/context.ts'

type Sealer = Pick<CompanyContext, 'vault' | 'companyId'>
type SecretColumn = 'api_key' | 'webhook_secret' | 'previous_webhook_secret' | 'access_token'

/** What a sealed text of a channel is bound to, so that it opens nowhere else. */
const secretContext = (column: SecretColumn, { companyId }: Sealer, channelId: string): string =>
  `channels.${column}:${companyId}:${channelId}`

/** The same for the text of a delivery. */
export const payloadContext = ({ companyId, id }: { companyId: string; id: string }): string =>
  `webhook_events.payload:${companyId}:${id}`

export const signingContext = ({ companyId, id }: { companyId: string; id: string }): string =>
  `signing_secrets.secret:${companyId}:${id}`

export const sealSecret = (ctx: Sealer, column: SecretColumn, channelId: string, plain: string): string =>
  ctx.vault.seal(plain, secretContext(column, ctx, channelId))

export const openSecret = (ctx: Sealer, column: SecretColumn, channelId: string, sealed: string): string =>
  ctx.vault.open(sealed, secretContext(column, ctx, channelId))

export const makeApiKey = (): string => `ls_live_${randomBytes(32).toString('base64url')}`

/** As Standard Webhooks words them. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
