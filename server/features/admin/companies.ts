import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CompanyInput, CompanyQuota, CompanyRow, QuotaInput } from '#contract/admin.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { startOfUtcDay } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
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
        throw new AppError('conflict', say('This is your own company: deactivating it would lock you out.'))
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

type ByCompany = { companyId: string }

/** What a company may send per day, where its texts may go, and how much of it is used. */
export const readQuota = (ctx: PlatformContext, { companyId }: ByCompany): Promise<CompanyQuota> =>
  ctx.read((tx) => getQuotaOrThrow(tx, ctx, companyId))

/** Counts from the next message. */
export async function saveQuota(
  ctx: PlatformContext,
  { companyId, ...input }: ByCompany & z.output<typeof QuotaInput>,
): Promise<CompanyQuota> {
  return ctx.transaction(async (tx) => {
    await lockCompany(tx, companyId)
    const { dailyTexts, dailyMails, textCountries } = await getQuotaOrThrow(tx, ctx, companyId)
    await tx.update(companies).set(input).where(eq(companies.id, companyId))
    await recordAudit(tx, ctx, {
      action: 'company.update-quota',
      resource: 'company',
      resourceId: companyId,
      companyId,
      before: { dailyTexts, dailyMails, textCountries },
      after: input,
    })
    await ctx.notifyCompany(tx, companyId, 'settings')
    return getQuotaOrThrow(tx, ctx, companyId)
  })
}

/** Counts are per day in UTC (`notifications/quota/count-messages.ts`). */
async function getQuotaOrThrow(
  tx: Tx,
  { clock }: Pick<PlatformContext, 'clock'>,
  companyId: string,
): Promise<CompanyQuota> {
  const today = startOfUtcDay(clock.now()).toISOString()
  const counted = (counter: string) => sql`
    left join message_counts ${sql.identifier(counter)} on ${sql.identifier(counter)}.company_id = c.id
      and ${sql.identifier(counter)}.counter = ${counter} and ${sql.identifier(counter)}.starts_at = ${today}::timestamptz`
  const { rows } = await tx.execute<CompanyQuota>(sql`
    select c.daily_texts as "dailyTexts", coalesce(sms.count, 0) as "textsUsed", coalesce(sms.refused, 0) as "textsRefused",
      c.daily_mails as "dailyMails", coalesce(email.count, 0) as "mailsUsed", coalesce(email.refused, 0) as "mailsRefused",
      c.text_countries as "textCountries"
    from companies c ${counted('sms')} ${counted('email')} where c.id = ${companyId}`)
  const [quota] = rows
  if (!quota) throw new AppError('not_found', say('This company doesn’t exist.'))
  return quota
}
