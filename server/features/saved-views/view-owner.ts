import type { CompanyContext } from '#server/platform/context.ts'
import type { Owner } from './queries.ts'

export function ownerIn({ actor, companyId }: CompanyContext): Owner {
  if (actor.type !== 'user') throw new Error('Only a person has saved views')
  return { companyId, userId: actor.userId }
}
