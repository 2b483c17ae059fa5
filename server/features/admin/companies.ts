import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { CompanyInput, CompanyRow } from '#contract/admin.ts'
import { AppError } from '#contract/errors.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { newId } from '#server/platform/ids.ts'
import { companyFields, lockCompany, toCompanyRow } from './queries.ts'

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

type CompanyChange = { companyId: string; isActive: boolean }

/**
 * Activates or deactivates a company. Deactivating rejects its sessions, API keys and jobs from now on; nothing is
 * deleted.
 */
export async function updateCompany(ctx: PlatformContext, input: CompanyChange): Promise<CompanyRow> {
  return ctx.transaction(async (tx) => {
    const before = await lockCompany(tx, input.companyId)
    if (!input.isActive && ctx.actor.type === 'user') {
      const [self] = await tx.select({ companyId: users.companyId }).from(users).where(eq(users.id, ctx.actor.userId))
      if (self?.companyId === before.id) {
        throw new AppError('conflict', 'This is your own company: deactivating it would lock you out.')
      }
    }
    const after = { ...before, isActive: input.isActive }
    if (before.isActive === after.isActive) return before
    await tx.update(companies).set({ isActive: input.isActive }).where(eq(companies.id, before.id))
    await recordAudit(tx, ctx, {
      action: input.isActive ? 'company.activate' : 'company.deactivate',
      resource: 'company',
      resourceId: before.id,
      companyId: before.id,
      before,
      after,
    })
    await ctx.publishChange(tx, 'companies')
    return after
  })
}
