import { eq } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { authenticateKey } from '#server/features/auth/authenticate.ts'
import type { Deps } from '#server/platform/context.ts'
import { companies, sessions, users } from '#server/platform/db/schema/companies.ts'
import { buildMasterKey } from '#server/testing/api-keys.ts'
import { openSession, publicUrl } from '#server/testing/app.ts'
import { buildUser } from '#server/testing/builders.ts'

const people = { admin: 'admin', ops: 'ops', readonly: 'readonly', staff: 'admin' } as const
const keys = ['key-1', 'key-2', 'key-3', 'key-4'] as const

export const callerNames = ['admin', 'ops', 'readonly', 'staff', ...keys, 'wrong-key', 'nobody'] as const
export type Caller = (typeof callerNames)[number]

export type Callers = Awaited<ReturnType<typeof createCallers>>

type Person = { id: string; role: Role; companyId: string | null; sid: string; headers: Record<string, string> }

/** Everybody who may call: a company's people, one of the provider's staff who is in no company, its programs, and nobody. */
export async function createCallers(deps: Deps, companyId: string) {
  const signedIn = new Map<Caller, Person>()
  for (const [name, role] of Object.entries(people)) {
    const own = name === 'staff' ? null : companyId
    const { id } = await buildUser(deps.db, { role, companyId: own })
    signedIn.set(name as Caller, { id, role, companyId: own, ...(await openSession(deps, id)) })
  }
  const held = new Map<Caller, string>()
  for (const name of keys) held.set(name, await buildMasterKey(deps.db, companyId))
  return {
    idOf: (name: keyof typeof people) => signedIn.get(name)?.id ?? '',
    /** What they send to show who they are. */
    headersOf(name: Caller): Record<string, string> {
      const person = signedIn.get(name)
      if (person) return { ...person.headers, origin: publicUrl }
      if (name === 'nobody') return {}
      return { authorization: `Bearer ${held.get(name) ?? 'ls_live_nobodys'}` }
    },
    /** What a play did to them itself is undone: a role taken away, a session ended, a key revoked, the company switched off. */
    async restore(): Promise<void> {
      await deps.db.onPlatform((tx) => tx.update(companies).set({ isActive: true }).where(eq(companies.id, companyId)))
      for (const person of signedIn.values()) await restorePerson(deps, person)
      for (const [name, key] of held) {
        if (!(await authenticateKey(deps, key))) held.set(name, await buildMasterKey(deps.db, companyId))
      }
    },
  }
}

async function restorePerson(deps: Deps, person: Person): Promise<void> {
  const { id, role, companyId, sid } = person
  const open = await deps.db.onPlatform(async (tx) => {
    await tx.update(users).set({ role, companyId }).where(eq(users.id, id))
    return tx.select({ sess: sessions.sess }).from(sessions).where(eq(sessions.sid, sid))
  })
  const isElsewhere = JSON.stringify(open).includes('companyId')
  if (open.length === 0 || isElsewhere) Object.assign(person, await openSession(deps, id))
}

/** Whom a route is for. */
export function fittingCaller(access: string, roll: number): Caller {
  if (access === 'key') return keys[Math.floor(roll * keys.length)] ?? 'key-1'
  if (access === 'admin' || access === 'ops' || access === 'readonly') return access
  return 'nobody'
}
