import { sql } from 'drizzle-orm'
import { companyParameter, prepared } from './prepared.ts'
import type { Tx } from './transaction.ts'

type CompanyLocale = { timeZone: string; currency: string }

const readLocaleRow = prepared<CompanyLocale>(
  () => sql`select time_zone as "timeZone", currency from company_settings where company_id = ${companyParameter}`,
)

/** The time zone and the currency in which the company's screens, reports and files are written. */
export async function readCompanyLocale(tx: Tx, companyId: string): Promise<CompanyLocale> {
  const [locale] = await readLocaleRow(tx, { companyId })
  return locale ?? { timeZone: 'UTC', currency: 'USD' }
}
