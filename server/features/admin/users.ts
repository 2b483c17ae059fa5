import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { UserInput, UserRow } from '#contract/admin.ts'
import { AppError } from '#contract/errors.ts'
import type { Role } from '#contract/roles.ts'
import { deleteSessionsOf } from '#server/features/auth/queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { newId } from '#server/platform/ids.ts'
import { getUserOrThrow, lockAdmins, lockCompany, lockUser } from './queries.ts'

export async function createUser(ctx: PlatformContext, input: z.output<typeof UserInput>): Promise<UserRow> {
  return ctx.transaction(async (tx) => {
    const company = await lockCompany(tx, input.companyId)
    if (!company.isActive) {
      throw new AppError('conflict', `${company.name} is deactivated. Activate it before adding people.`)
    }
    const id = newId()
    const made = await tx
      .insert(users)
      .values({ id, ...input })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (made.length === 0) {
      throw new AppError('conflict', 'There is an account with this email already.', [
        { field: 'email', message: 'There is an account with this email already' },
      ])
    }
    await recordAudit(tx, ctx, {
      action: 'user.create',
      resource: 'user',
      resourceId: id,
      companyId: company.id,
      after: input,
    })
    await publishUsers(tx, ctx, company.id)
    return getUserOrThrow(tx, id)
  })
}

type RoleChange = { userId: string; role: Role }

/** Changes a user's role. Each request reads the role, so it applies immediately. */
export async function updateUser(ctx: PlatformContext, { userId, role }: RoleChange): Promise<UserRow> {
  return ctx.transaction(async (tx) => {
    const adminIds = await lockAdmins(tx)
    await lockUser(tx, userId)
    const before = await getUserOrThrow(tx, userId)
    if (before.role === role) return before
    assertRoleChangeAllowed(ctx, before, adminIds)
    return changeRole(tx, ctx, before, role)
  })
}

/** The acting admin cannot change their own role, so at least one admin remains. */
function assertRoleChangeAllowed(ctx: PlatformContext, { id, companyId }: UserRow, adminIds: readonly string[]): void {
  if (ctx.actor.type === 'user' && ctx.actor.userId === id) {
    throw new AppError('conflict', 'This is your own account. Ask another admin to change its role.')
  }
  if (ctx.actor.type === 'user' && !adminIds.includes(ctx.actor.userId)) {
    throw new AppError('forbidden', 'You are no admin any more.')
  }
  if (companyId === null) {
    throw new AppError('conflict', 'This account belongs to no company, which only admins may.')
  }
}

async function changeRole(tx: Tx, ctx: PlatformContext, before: UserRow, role: Role): Promise<UserRow> {
  await tx.update(users).set({ role }).where(eq(users.id, before.id))
  await recordAudit(tx, ctx, {
    action: 'user.update',
    resource: 'user',
    resourceId: before.id,
    companyId: before.companyId,
    before: { role: before.role },
    after: { role },
  })
  await publishUsers(tx, ctx, before.companyId)
  return { ...before, role }
}

/** Deletes all sessions of a user: their next request is rejected. */
export async function endSessions(ctx: PlatformContext, { userId }: { userId: string }): Promise<{ ended: number }> {
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

/** Notifies all admins, and the company whose list of people shows the user. */
async function publishUsers(tx: Tx, ctx: PlatformContext, companyId: string | null): Promise<void> {
  await ctx.publishChange(tx, 'users')
  if (companyId !== null) await ctx.notifyCompany(tx, companyId, 'users')
}
