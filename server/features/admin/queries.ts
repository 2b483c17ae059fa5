import { and, count, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { AdminListQuery, CompanyRow, UserRow } from '#contract/admin.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Page } from '#contract/paging.ts'
import { isNotRemoved } from '#server/features/auth/accounts.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { containsText } from '#server/platform/db/rows.ts'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

export const companyFields = {
  id: companies.id,
  name: companies.name,
  email: companies.email,
  phone: companies.phone,
  address: companies.address,
  isActive: companies.isActive,
  isProvider: companies.isProvider,
  createdAt: companies.createdAt,
}

export async function listCompanies(tx: Tx, query: AdminListQuery): Promise<Page<CompanyRow>> {
  const matches = containsText(query.search, companies.name, companies.email)
  const rows = await tx
    .select({ ...companyFields, key: microsecondsOf(companies.createdAt) })
    .from(companies)
    .where(and(matches, olderThan(query.cursor, companies.createdAt, companies.id)))
    .orderBy(desc(companies.createdAt), desc(companies.id))
    .limit(query.limit + 1)
  const [counted] = await tx.select({ total: count() }).from(companies).where(matches)
  const page = toPage(rows, query.limit, counted?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(toCompanyRow) }
}

const userFields = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
  isActive: users.isActive,
  companyId: users.companyId,
  createdAt: users.createdAt,
  companyName: companies.name,
}

export async function listUsers(tx: Tx, query: AdminListQuery): Promise<Page<UserRow>> {
  const fullName = sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`
  const matches = and(isNotRemoved, containsText(query.search, users.email, fullName, companies.name))
  const rows = await tx
    .select({ ...userFields, key: microsecondsOf(users.createdAt) })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(and(matches, olderThan(query.cursor, users.createdAt, users.id)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(query.limit + 1)
  const [counted] = await tx
    .select({ total: count() })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(matches)
  const page = toPage(rows, query.limit, counted?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(toUserRow) }
}

export async function lockCompany(tx: Tx, companyId: string): Promise<CompanyRow> {
  const [company] = await tx.select(companyFields).from(companies).where(eq(companies.id, companyId)).for('update')
  if (!company) throw new AppError('not_found', say('This company doesn’t exist.'))
  return toCompanyRow(company)
}

/** The provider's staff, who are notified of quotas used up and of many refusals. */
export const listProviderEmails = (tx: Tx): Promise<string[]> => listEmailsOfAdmins(tx, eq(companies.isProvider, true))

/** The admins of a company. */
export const listAdminEmails = (tx: Tx, companyId: string): Promise<string[]> =>
  listEmailsOfAdmins(tx, and(eq(companies.id, companyId), eq(companies.isActive, true)))

async function listEmailsOfAdmins(tx: Tx, isTheirCompany: SQL | undefined): Promise<string[]> {
  const admins = await tx
    .select({ email: users.email })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true), isTheirCompany))
    .orderBy(users.id)
  return admins.map(({ email }) => email)
}

export async function getUserOrThrow(tx: Tx, userId: string): Promise<UserRow> {
  const [user] = await tx
    .select(userFields)
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.id, userId), isNotRemoved))
  if (!user) throw new AppError('not_found', say('This account doesn’t exist.'))
  return toUserRow(user)
}

export const toCompanyRow = ({
  createdAt,
  ...row
}: Omit<CompanyRow, 'createdAt'> & { createdAt: Date }): CompanyRow => ({
  ...row,
  createdAt: createdAt.toISOString(),
})

type UserRecord = Omit<UserRow, 'createdAt' | 'company'> & { createdAt: Date; companyName: string | null }

const toUserRow = ({ createdAt, companyName, ...row }: UserRecord): UserRow => ({
  ...row,
  company: companyName === null ? null : { name: companyName },
  createdAt: createdAt.toISOString(),
})
