import type { PersonRow } from '#contract/settings.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listUsersOfCompany } from './queries/people.ts'

export async function listPeople(ctx: CompanyContext): Promise<PersonRow[]> {
  const people = await ctx.read((tx) => listUsersOfCompany(tx, ctx.companyId))
  const you = ctx.actor.type === 'user' ? ctx.actor.userId : null
  return people.map(({ lastSeenAt, ...person }) => ({
    ...person,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    isYou: person.id === you,
  }))
}
