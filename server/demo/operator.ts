import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema/companies.ts'

/** The person who runs the demo company day by day, as logs name them. */
export async function findOperator(tx: Tx) {
  const [person] = await tx.select().from(users).where(eq(users.email, 'ops@lockstep.test'))
  if (!person) throw new Error('The demo company has nobody who runs it')
  const actorName = [person.firstName, person.lastName].join(' ')
  return { actorType: 'user' as const, userId: person.id, actorName }
}
