import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { newId } from '#server/platform/ids.ts'
import { daysBefore } from './moments.ts'
import { demoZone } from './wall-clock.ts'

type Person = { email: string; firstName: string; lastName: string; role: Role; joinedDaysAgo: number }

const people: Person[] = [
  { email: 'admin@lockstep.test', firstName: 'Mara', lastName: 'Lindqvist', role: 'admin', joinedDaysAgo: 120 },
  { email: 'ops@lockstep.test', firstName: 'Theo', lastName: 'Okafor', role: 'ops', joinedDaysAgo: 118 },
  { email: 'readonly@lockstep.test', firstName: 'Ines', lastName: 'Duarte', role: 'readonly', joinedDaysAgo: 41 },
]

export async function addCompany(tx: Tx, companyId: string, now: Date): Promise<void> {
  await tx.insert(companies).values({
    id: companyId,
    name: 'Harbor & Pine',
    email: 'hello@harborandpine.test',
    phone: '+1 206 555 0142',
    address: '418 Alder Street\nSeattle, WA 98104\nUnited States',
    createdAt: daysBefore(now, 120),
  })
  await tx.insert(companySettings).values({ companyId, timeZone: demoZone })
  await tx.insert(users).values(
    people.map(({ joinedDaysAgo, ...person }) => ({
      id: newId(),
      companyId,
      createdAt: daysBefore(now, joinedDaysAgo),
      ...person,
    })),
  )
}
