import { getOrCreateSigningSecrets } from '#server/features/channels/secrets.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'

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
