import type { SigningSecret } from '#contract/api-keys.ts'
import { maskKey } from '#contract/channel-values.ts'
import { listSigningSecretsWithTimes } from '#server/features/channels/secrets.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

export async function readSigningSecret(ctx: CompanyContext): Promise<SigningSecret> {
  return ctx.transaction((tx) => describeSigningSecret(tx, ctx))
}

/** Masked: the newest, and those before it while they sign too. */
export async function describeSigningSecret(tx: Tx, ctx: CompanyContext): Promise<SigningSecret> {
  const [newest, ...before] = await listSigningSecretsWithTimes(tx, ctx)
  return {
    masked: newest ? maskKey(newest.secret) : null,
    createdAt: newest?.createdAt.toISOString() ?? null,
    previous: before.flatMap(({ secret, expiresAt }) =>
      expiresAt ? [{ masked: maskKey(secret), expiresAt: expiresAt.toISOString() }] : [],
    ),
  }
}
