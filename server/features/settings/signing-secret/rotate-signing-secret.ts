import type { SigningSecret } from '#contract/api-keys.ts'
import { replaceSigningSecret } from '#server/features/channels/secrets.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { overlapEnd } from '../api-keys/overlap.ts'
import { describeSigningSecret } from './read-signing-secret.ts'

/** Both sign until the one before ends, so that receivers can change over without refusing a call. */
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
