import { eq } from 'drizzle-orm'
import { type CompanyContext, companyContext, type Deps, noOrigin } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { personName } from '#server/platform/http/app.ts'

/** The context of the demo company's operator, in whose name the demo calls the features. */
export async function asOperator(deps: Deps): Promise<CompanyContext> {
  const { companyId, ...operator } = await deps.db.onPlatform(findOperator)
  if (!companyId) throw new Error('The demo company has nobody who runs it')
  return companyContext(deps, { actor: { type: 'user', ...operator }, origin: noOrigin }, companyId)
}

async function findOperator(tx: Tx) {
  const [person] = await tx.select().from(users).where(eq(users.email, 'ops@lockstep.test'))
  if (!person) throw new Error('The demo company has nobody who runs it')
  return { userId: person.id, companyId: person.companyId, role: person.role, name: personName(person) }
}

/** The operator as an actor of the audit log. */
export async function findActor(tx: Tx) {
  const { userId, name } = await findOperator(tx)
  return { actorType: 'user' as const, userId, actorName: name }
}

/** The same context at another time. */
export const contextAt = (ctx: CompanyContext, moment: Date): CompanyContext => ({
  ...ctx,
  clock: { now: () => moment },
})
