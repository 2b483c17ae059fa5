import type { z } from 'zod'
import type { CompanyInput, CompanyRow } from '#contract/admin.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { newId } from '#server/platform/ids.ts'
import { companyFields, toCompanyRow } from './queries.ts'

export async function createCompany(ctx: PlatformContext, input: z.output<typeof CompanyInput>): Promise<CompanyRow> {
  const id = newId()
  return ctx.transaction(async (tx) => {
    const [company] = await tx
      .insert(companies)
      .values({ id, ...input })
      .returning(companyFields)
    if (!company) throw new Error('PostgreSQL returned no row for an insert')
    await tx.insert(companySettings).values({ companyId: id })
    await recordAudit(tx, ctx, {
      action: 'company.create',
      resource: 'company',
      resourceId: id,
      companyId: id,
      after: { ...input, isActive: true },
    })
    await ctx.publishChange(tx, 'companies')
    return toCompanyRow(company)
  }, id)
}
