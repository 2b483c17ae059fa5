import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { AccountChange, Invited, UserInput, UserRow } from '#contract/admin.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import {
  createAccount,
  eraseNames,
  getRemovableAccountOrThrow,
  removeAccount,
  resetSignIn,
  updateAccount,
} from '#server/features/auth/accounts.ts'
import { deleteSessionsOf, findAccount } from '#server/features/auth/queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { getUserOrThrow, lockCompany } from './queries.ts'

export async function createUser(ctx: PlatformContext, input: z.output<typeof UserInput>): Promise<UserRow & Invited> {
  return ctx.transaction(async (tx) => {
    const company = await lockCompany(tx, input.companyId)
    if (!company.isActive) {
      throw new AppError(
        'conflict',
        say('{company} is deactivated. Activate it before adding users.', { company: company.name }),
      )
    }
    const id = await createAccount(tx, ctx, input)
    if (id === null) {
      throw new AppError('conflict', say('An account with this email already exists.'), [
        { field: 'email', message: say('An account with this email already exists') },
      ])
    }
    await publishUsers(tx, ctx, company.id)
    return { ...(await getUserOrThrow(tx, id)), isInvited: ctx.ports.mail !== null }
  })
}

type ByUser = { userId: string }

export async function updateUser(
  ctx: PlatformContext,
  { userId, ...change }: ByUser & AccountChange,
): Promise<UserRow> {
  // Within the person's company, because whoever is deactivated loses their orders there.
  const account = await ctx.read((tx) => findAccount(tx, userId))
  return ctx.transaction(async (tx) => {
    await updateAccount(tx, ctx, userId, change)
    const after = await getUserOrThrow(tx, userId)
    await publishUsers(tx, ctx, after.companyId)
    return after
  }, account?.companyId)
}

/**
 * The history of provider staff is in every company, so its names are erased company by company before the account is. Nothing is
 * erased when the removal is refused.
 */
export async function removeUser(ctx: PlatformContext, { userId }: ByUser): Promise<{ id: string }> {
  const account = await ctx.transaction((tx) => getRemovableAccountOrThrow(tx, ctx, userId))
  const visited = await ctx.read((tx) => companiesVisitedBy(tx, userId))
  for (const id of visited) await ctx.transaction((tx) => eraseNames(tx, account), id)
  await ctx.transaction(async (tx) => {
    await removeAccount(tx, ctx, userId)
    await publishUsers(tx, ctx, account.companyId)
  }, account.companyId)
  return { id: userId }
}

/** The other companies in which a member of the provider's staff may have worked; none for anybody else. */
async function companiesVisitedBy(tx: Tx, userId: string): Promise<string[]> {
  const found = await tx.select({ id: companies.id }).from(companies).where(sql`exists (
      select from users u join companies own on own.id = u.company_id where u.id = ${userId} and own.is_provider
    )`)
  return found.map(({ id }) => id)
}

export async function resetUserSignIn(ctx: PlatformContext, { userId }: ByUser): Promise<{ id: string }> {
  await ctx.transaction((tx) => resetSignIn(tx, ctx, userId))
  return { id: userId }
}

/** Deletes all sessions of a user: their next request is rejected. */
export async function endSessions(ctx: PlatformContext, { userId }: ByUser): Promise<{ ended: number }> {
  return ctx.transaction(async (tx) => {
    const { companyId } = await getUserOrThrow(tx, userId)
    const ended = await deleteSessionsOf(tx, userId)
    await recordAudit(tx, ctx, {
      action: 'user.end-sessions',
      resource: 'user',
      resourceId: userId,
      companyId,
      after: { ended },
    })
    return { ended }
  })
}

/** Notifies all provider staff, and the company whose list of people shows the user. */
async function publishUsers(tx: Tx, ctx: PlatformContext, companyId: string | null): Promise<void> {
  await ctx.publishChange(tx, 'users')
  if (companyId !== null) await ctx.notifyCompany(tx, companyId, 'users')
}
