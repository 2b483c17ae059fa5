import type { CompanySettings } from '#contract/settings.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readCompany, readSettingsOf } from './queries/settings.ts'

export async function readSettings(ctx: CompanyContext): Promise<CompanySettings> {
  return ctx.read((tx) => describeSettings(tx, ctx))
}

/** The settings, with what they fall back to and what can be sent at all. */
export async function describeSettings(
  tx: Tx,
  { companyId, ports }: Pick<CompanyContext, 'companyId' | 'ports'>,
): Promise<CompanySettings> {
  return {
    ...(await readSettingsOf(tx, companyId)),
    company: await readCompany(tx, companyId),
    mailService: serviceOf(ports.mail),
    smsService: serviceOf(ports.sms),
  }
}

const serviceOf = (service: { readonly from: string } | null) => ({
  isConfigured: service !== null,
  from: service?.from ?? null,
})
