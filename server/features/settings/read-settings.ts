import type { CompanySettings, SystemInfo } from '#contract/settings.ts'
import { isLoopback } from '#server/platform/config.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { describeConfirmations } from '#server/features/notifications/senders/describe-confirmations.ts'
import { readCompany, readServerVersion, readSettingsOf } from './queries.ts'

export async function readSettings(ctx: CompanyContext): Promise<CompanySettings> {
  return ctx.read((tx) => describeSettings(tx, ctx))
}

/** The settings with their fallbacks, and whether mail and SMS services are configured. */
export async function describeSettings(tx: Tx, ctx: CompanyContext): Promise<CompanySettings> {
  const { companyId, ports } = ctx
  return {
    ...(await readSettingsOf(tx, companyId)),
    ...(await describeConfirmations(tx, ctx)),
    company: await readCompany(tx, companyId),
    mailService: serviceOf(ports.mail),
    smsService: serviceOf(ports.sms),
  }
}

const serviceOf = (service: { readonly from: string } | null) => ({
  isConfigured: service !== null,
  from: service?.from ?? null,
})

/**
 * An installation that is only reachable on this machine counts as development, since emulators run on loopback
 * addresses.
 */
export async function readSystemInfo(
  ctx: CompanyContext,
  known: Pick<SystemInfo, 'version' | 'cache'>,
): Promise<SystemInfo> {
  return {
    ...known,
    environment: isLoopback(ctx.publicUrl) ? 'development' : 'production',
    database: `PostgreSQL ${await ctx.read(readServerVersion)}`,
  }
}
