import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { contactConfirmations, type contactKinds, senderAddresses } from '#server/platform/db/schema/senders.ts'

export type ContactKind = (typeof contactKinds)[number]

export type Contact = typeof contactConfirmations.$inferSelect

const ofContact = (companyId: string, kind: ContactKind) =>
  and(eq(contactConfirmations.companyId, companyId), eq(contactConfirmations.kind, kind))

export async function findContact(tx: Tx, companyId: string, kind: ContactKind): Promise<Contact | null> {
  const [found] = await tx.select().from(contactConfirmations).where(ofContact(companyId, kind))
  return found ?? null
}

export async function lockContact(tx: Tx, companyId: string, kind: ContactKind): Promise<Contact | null> {
  const [found] = await tx.select().from(contactConfirmations).where(ofContact(companyId, kind)).for('no key update')
  return found ?? null
}

type ContactChanges = Partial<Omit<Contact, 'companyId' | 'kind'>>

/** The caller holds the row lock. */
export async function updateContact(
  tx: Tx,
  companyId: string,
  kind: ContactKind,
  changes: ContactChanges,
): Promise<void> {
  await tx.update(contactConfirmations).set(changes).where(ofContact(companyId, kind))
}

type NewSecret = {
  companyId: string
  kind: ContactKind
  target: string
  secretHash: string
  sentAt: Date
  expiresAt: Date
}

/** Stores the hash of a link or code before it is sent. The former one stops working, and what was proven before counts no longer. */
export async function upsertSecret(tx: Tx, secret: NewSecret): Promise<void> {
  const fresh = { ...secret, tries: 0, confirmedAt: null }
  await tx
    .insert(contactConfirmations)
    .values(fresh)
    .onConflictDoUpdate({ target: [contactConfirmations.companyId, contactConfirmations.kind], set: fresh })
}

/** Nothing was sent: the person may ask again. The hash names the secret, because a newer one may have been sent meanwhile. */
export async function deleteSecret(tx: Tx, companyId: string, kind: ContactKind, secretHash: string): Promise<void> {
  await tx
    .update(contactConfirmations)
    .set({ secretHash: null, expiresAt: null, sentAt: null })
    .where(and(ofContact(companyId, kind), eq(contactConfirmations.secretHash, secretHash)))
}

export async function deleteContact(tx: Tx, companyId: string, kind: ContactKind): Promise<void> {
  await tx.delete(contactConfirmations).where(ofContact(companyId, kind))
}

/** False if another company has the address. Which one is invisible here: row-level security hides its row. */
export async function claimSenderAddress(tx: Tx, companyId: string, address: string): Promise<boolean> {
  await releaseSenderAddress(tx, companyId)
  const claimed = await tx.insert(senderAddresses).values({ companyId, address }).onConflictDoNothing().returning()
  return claimed.length > 0
}

export async function releaseSenderAddress(tx: Tx, companyId: string): Promise<void> {
  await tx.delete(senderAddresses).where(eq(senderAddresses.companyId, companyId))
}

export type CompanyContacts = {
  companyName: string
  /** As it is set, confirmed or not. */
  mailSender: string | null
  /** The alert phone, or the company's own, as entered. */
  alertPhone: string | null
  textCountries: string[]
}

export async function readContacts(tx: Tx, companyId: string): Promise<CompanyContacts> {
  const { rows } = await tx.execute<CompanyContacts>(sql`
    select c.name as "companyName", s.mail_sender as "mailSender", coalesce(s.alert_phone, c.phone) as "alertPhone",
      c.text_countries as "textCountries"
    from companies c join company_settings s on s.company_id = c.id where c.id = ${companyId}`)
  const [contacts] = rows
  if (!contacts) throw new Error('Every company has its settings')
  return contacts
}
