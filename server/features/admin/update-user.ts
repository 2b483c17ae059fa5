import { eq } from 'drizzle-orm'
import type { UserRow } from '#contract/admin.ts'
import { AppError } from '#contract/errors.ts'
import type { Role } from '#contract/roles.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { announceUsers } from './announce-users.ts'
import { getUserOrThrow, lockAdmins, lockUser } from './queries.ts'

type RoleChange = { userId: string; role: Role }

/** Every request reads the role anew, so it counts from the next one on. */
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

/** Whoever changes another's role stays an admin, so that there is always one. */
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
  await announceUsers(tx, ctx, before.companyId)
  return { ...before, role }
}
