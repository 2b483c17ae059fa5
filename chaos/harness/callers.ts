import { eq } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { authenticateKey } from '#server/features/auth/authenticate.ts'
import type { Deps } from '#server/platform/context.ts'
import { companies, sessions, users } from '#server/platform/db/schema/companies.ts'
import { buildMasterKey } from '#server/testing/api-keys.ts'
import { openSession, publicUrl } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'

const people = { admin: 'admin', ops: 'ops', readonly: 'readonly', staff: 'admin' } as const
const keys = ['key-1', 'key-2', 'key-3', 'key-4'] as const

export const callerNames = ['admin', 'ops', 'readonly', 'staff', ...keys, 'wrong-key', 'nobody'] as const
export type Caller = (typeof callerNames)[number]

export type Callers = Awaited<ReturnType<typeof createCallers>>

type Person = { id: string; role: Role; companyId: string; sid: string; headers: Record<string, string> }

/** Every kind of caller: a company's users of each role, the provider's staff, API keys, and an anonymous one. */
export async function createCallers(deps: Deps, companyId: string) {
  const signedIn = new Map<Caller, Person>()
  for (const [name, role] of Object.entries(people)) {
    const own = name === 'staff' ? (await buildCompany(deps.db, { isProvider: true })).id : companyId
    const { id } = await buildUser(deps.db, { role, companyId: own })
    signedIn.set(name as Caller, { id, role, companyId: own, ...(await openSession(deps, id)) })
  }
  const apiKeys = new Map<Caller, string>()
  for (const name of keys) apiKeys.set(name, await buildMasterKey(deps.db, companyId))
  return {
    idOf: (name: keyof typeof people) => signedIn.get(name)?.id ?? '',
    /** The request headers that authenticate a caller. */
    headersOf(name: Caller): Record<string, string> {
      const person = signedIn.get(name)
      if (person) return { ...person.headers, origin: publicUrl }
      if (name === 'nobody') return {}
      return { authorization: `Bearer ${apiKeys.get(name) ?? 'ls_live_nobodys'}` }
    },
    /** Undoes what requests of a scenario did to the callers: a changed role, an ended session, a revoked key, a deactivated company. */
    async restore(): Promise<void> {
      await deps.db.onPlatform((tx) => tx.update(companies).set({ isActive: true }).where(eq(companies.id, companyId)))
      for (const person of signedIn.values()) await restorePerson(deps, person)
      for (const [name, key] of apiKeys) {
        if (!(await authenticateKey(deps, key))) apiKeys.set(name, await buildMasterKey(deps.db, companyId))
      }
    },
  }
}

async function restorePerson(deps: Deps, person: Person): Promise<void> {
  const { id, role, companyId, sid } = person
  const found = await deps.db.onPlatform(async (tx) => {
    await tx.update(users).set({ role, companyId, isActive: true, signedOutAt: null }).where(eq(users.id, id))
    return tx.select({ sess: sessions.sess }).from(sessions).where(eq(sessions.sid, sid))
  })
  const isInOtherCompany = JSON.stringify(found).includes('companyId')
  if (found.length === 0 || isInOtherCompany) Object.assign(person, await openSession(deps, id))
}

/** A caller whom the route admits. `roll` (0 to 1) picks one of the keys. */
export function callerFor(access: string, roll: number): Caller {
  if (access === 'key') return keys[Math.floor(roll * keys.length)] ?? 'key-1'
  if (access === 'staff' || access === 'admin' || access === 'ops' || access === 'readonly') return access
  return 'nobody'
}
