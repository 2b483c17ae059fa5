import { and, asc, eq, sql } from 'drizzle-orm'
import type { CompanySettings } from '#contract/settings.ts'
import { isNotRemoved } from '#server/features/auth/accounts.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'

/** The editable settings by part (tab), and their columns. */
const parts = {
  notifications: {
    ownerSms: companySettings.ownerSms,
    lowStockAlerts: companySettings.lowStockAlerts,
    failedJobAlerts: companySettings.failedJobAlerts,
    customerSms: companySettings.customerSms,
    customerEmail: companySettings.customerEmail,
    quietHoursStart: companySettings.quietHoursStart,
    quietHoursEnd: companySettings.quietHoursEnd,
    alertEmail: companySettings.alertEmail,
    alertPhone: companySettings.alertPhone,
  },
  security: {
    sessionTimeout: companySettings.sessionTimeout,
    auditLogging: companySettings.auditLogging,
    retentionDays: companySettings.retentionDays,
  },
  system: {
    syncFrequency: companySettings.syncFrequency,
    automaticSync: companySettings.automaticSync,
    lowStockThreshold: companySettings.lowStockThreshold,
    safetyBuffer: companySettings.safetyBuffer,
    timeZone: companySettings.timeZone,
    currency: companySettings.currency,
  },
  mail: {
    senderName: companySettings.mailSenderName,
    senderAddress: companySettings.mailSender,
    replyTo: companySettings.mailReplyTo,
  },
}

export type SettingsPart = keyof typeof parts

export type Settings = Pick<CompanySettings, SettingsPart>

const selected = (tx: Tx, companyId: string) =>
  tx.select(parts).from(companySettings).where(eq(companySettings.companyId, companyId))

export const readSettingsOf = async (tx: Tx, companyId: string): Promise<Settings> =>
  onlyOne(await selected(tx, companyId))

/** Locks the settings, so that concurrent saves run one after the other. */
export const lockSettingsOf = async (tx: Tx, companyId: string): Promise<Settings> =>
  onlyOne(await selected(tx, companyId).for('no key update'))

function onlyOne([settings]: Settings[]): Settings {
  if (!settings) throw new Error('Every company has its settings')
  const { notifications } = settings
  const quietHoursStart = withoutSeconds(notifications.quietHoursStart)
  const quietHoursEnd = withoutSeconds(notifications.quietHoursEnd)
  return { ...settings, notifications: { ...notifications, quietHoursStart, quietHoursEnd } }
}

const withoutSeconds = (time: string) => time.slice(0, 5)

type Columns = Partial<typeof companySettings.$inferInsert>

const columnsOf: { [Part in SettingsPart]: (values: Settings[Part]) => Columns } = {
  notifications: (values) => values,
  security: (values) => values,
  system: (values) => values,
  mail: ({ senderName, senderAddress, replyTo }) => ({
    mailSenderName: senderName,
    mailSender: senderAddress,
    mailReplyTo: replyTo,
  }),
}

export async function updateSettingsOf<Part extends SettingsPart>(
  tx: Tx,
  companyId: string,
  part: Part,
  values: Settings[Part],
): Promise<void> {
  await tx.update(companySettings).set(columnsOf[part](values)).where(eq(companySettings.companyId, companyId))
}

export async function readCompany(tx: Tx, companyId: string): Promise<CompanySettings['company']> {
  const { name, email, phone } = companies
  const [company] = await tx.select({ name, email, phone }).from(companies).where(eq(companies.id, companyId))
  if (!company) throw new Error('A company sees its own row')
  return company
}

const { id, email, firstName, lastName, role, isActive, lastSeenAt } = users

/** Most recently seen users first; users never seen last. */
export async function listUsersOfCompany(tx: Tx, companyId: string) {
  return tx
    .select({ id, email, firstName, lastName, role, isActive, lastSeenAt })
    .from(users)
    .where(and(eq(users.companyId, companyId), isNotRemoved))
    .orderBy(sql`${lastSeenAt} desc nulls last`, asc(users.emailKey))
}

/**
 * Whether PostgreSQL knows the time zone by its full name. It knows abbreviations such as AET not at all or with
 * another meaning.
 */
export async function isTimeZoneOfDatabase(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isKnown: boolean }>(
    sql`select exists (select from pg_timezone_names where name = ${name}) as "isKnown"`,
  )
  return rows[0]?.isKnown ?? false
}

/** The server version, such as 18.4, without the suffix that some builds add. */
export async function readServerVersion(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ version: string }>(
    sql`select split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  return rows[0]?.version ?? ''
}
