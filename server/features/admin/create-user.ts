import type { z } from 'zod'
import type { UserInput, UserRow } from '#contract/admin.ts'
import { AppError } from '#contract/errors.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { newId } from '#server/platform/ids.ts'
import { announceUsers } from './announce-users.ts'
import { getUserOrThrow, lockCompany } from './queries.ts'

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
    await announceUsers(tx, ctx, company.id)
    return getUserOrThrow(tx, id)
  })
}
