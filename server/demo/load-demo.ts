import type { Role } from '#contract/roles.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/db/client.ts'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { contactConfirmations, senderAddresses } from '#server/platform/db/schema/senders.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { newId } from '#server/platform/ids.ts'
import { addBulkChanges } from './bulk-changes.ts'
import { addCatalogue } from './catalogue.ts'
import { daysBefore, demoZone } from './dates.ts'
import { addPictures, demoColor } from './pictures/product-pictures.ts'
import { addStock } from './stock.ts'

/** Each part fills its own tables, in this order. */
const parts: ((tx: Tx, companyId: string, now: Date) => Promise<void>)[] = [
  addCompany,
  addCatalogue,
  addPictures,
  addStock,
  addBulkChanges,
]

/** Fills an empty database with the demo company; returns false if there is any company. */
export async function loadDemo(db: Database, clock: Clock): Promise<boolean> {
  const companyId = newId()
  return db.onPlatform(async (tx) => {
    const [any] = await tx.select({ id: companies.id }).from(companies).limit(1)
    if (any) return false
    const now = clock.now()
    for (const part of parts) await part(tx, companyId, now)
    return true
  }, companyId)
}

type Person = { email: string; firstName: string; lastName: string; role: Role; joinedDaysAgo: number }

const people: Person[] = [
  { email: 'admin@lockstep.test', firstName: 'Mara', lastName: 'Lindqvist', role: 'admin', joinedDaysAgo: 120 },
  { email: 'ops@lockstep.test', firstName: 'Theo', lastName: 'Okafor', role: 'ops', joinedDaysAgo: 118 },
  { email: 'readonly@lockstep.test', firstName: 'Ines', lastName: 'Duarte', role: 'readonly', joinedDaysAgo: 41 },
]

/** Confirmed, so that the demo shows mail as customers of a set-up company get it. */
const demoSender = 'hello@harborandpine.test'

async function addCompany(tx: Tx, companyId: string, now: Date): Promise<void> {
  await tx.insert(companies).values({
    id: companyId,
    name: 'Harbor & Pine',
    email: demoSender,
    phone: '+1 206 555 0142',
    address: '418 Alder Street\nSeattle, WA 98104\nUnited States',
    // A seller who runs Lockstep for itself: its admin is provider staff and can try the Admin Panel.
    isProvider: true,
    createdAt: daysBefore(now, 120),
  })
  const settings = {
    companyId,
    timeZone: demoZone,
    mailSender: demoSender,
    brandColor: demoColor,
    firstStepsHiddenAt: daysBefore(now, 119),
  }
  await tx.insert(companySettings).values(settings)
  const confirmedAt = daysBefore(now, 119)
  await tx.insert(contactConfirmations).values({ companyId, kind: 'mail_sender', target: demoSender, confirmedAt })
  await tx.insert(senderAddresses).values({ companyId, address: demoSender, createdAt: confirmedAt })
  await tx.insert(users).values(
    people.map(({ joinedDaysAgo, ...person }) => ({
      id: newId(),
      companyId,
      createdAt: daysBefore(now, joinedDaysAgo),
      ...person,
    })),
  )
}
