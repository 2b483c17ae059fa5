import type { SigningSecret } from '#contract/api-keys.ts'
import { maskKey } from '#contract/channel-values.ts'
import {
  getOrCreateSigningSecrets,
  listSigningSecretsWithTimes,
  replaceSigningSecret,
} from '#server/features/channels/secrets.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { overlapEnd } from './api-keys.ts'

export async function readSigningSecret(ctx: CompanyContext): Promise<SigningSecret> {
  return ctx.transaction((tx) => describeSigningSecret(tx, ctx))
}

export async function revealSigningSecret(ctx: CompanyContext): Promise<{ secret: string }> {
  return ctx.transaction(async (tx) => {
    const [secret = ''] = await getOrCreateSigningSecrets(tx, ctx)
    await recordAudit(tx, ctx, {
      action: 'settings.reveal',
      resource: 'settings',
      resourceId: null,
      companyId: ctx.companyId,
      after: { shown: 'signingSecret' },
    })
    return { secret }
  })
}

/**
 * Rotates the secret. Calls are signed with both until the former expires, so that receivers can switch without
 * rejecting any.
 */
export async function rotateSigningSecret(
  ctx: CompanyContext,
  { overlapHours }: { overlapHours: number },
): Promise<SigningSecret & { secret: string }> {
  return ctx.transaction(async (tx) => {
    const secret = await replaceSigningSecret(tx, ctx, overlapEnd(ctx, overlapHours))
    await recordAudit(tx, ctx, {
      action: 'settings.rotate',
      resource: 'settings',
      resourceId: null,
      companyId: ctx.companyId,
      after: { replaced: 'signingSecret', overlapHours },
    })
    await ctx.publishChange(tx, 'settings')
    await ctx.publishChange(tx, 'channels')
    return { ...(await describeSigningSecret(tx, ctx)), secret }
  })
}

/** The current signing secret, and former ones while they are still used, all masked. */
async function describeSigningSecret(tx: Tx, ctx: CompanyContext): Promise<SigningSecret> {
  const [newest, ...before] = await listSigningSecretsWithTimes(tx, ctx)
  return {
    masked: newest ? maskKey(newest.secret) : null,
    createdAt: newest?.createdAt.toISOString() ?? null,
    previous: before.flatMap(({ secret, expiresAt }) =>
      expiresAt ? [{ masked: maskKey(secret), expiresAt: expiresAt.toISOString() }] : [],
    ),
  }
}
