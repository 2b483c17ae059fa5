import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { personName } from '#server/platform/http/app.ts'

/** The person who runs the demo company day by day. */
export async function findOperator(tx: Tx) {
  const [person] = await tx.select().from(users).where(eq(users.email, 'ops@lockstep.test'))
  if (!person) throw new Error('The demo company has nobody who runs it')
  return { userId: person.id, companyId: person.companyId, role: person.role, name: personName(person) }
}

/** The same, as logs name them. */
export async function findActor(tx: Tx) {
  const { userId, name } = await findOperator(tx)
  return { actorType: 'user' as const, userId, actorName: name }
}
