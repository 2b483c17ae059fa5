import { sql, type SQL } from 'drizzle-orm'

/** Whether the account `a` is that of the attempt `f`, and Amazon lets us into it. */
export const isOpenAccountOfAttempt = (companyId: string): SQL => sql`
  a.company_id = ${companyId} and a.id = f.integration_id and a.is_active and a.disconnected_at is null`

/** Whether Amazon can be told of the attempt `f`, or asked about it. */
export const hasOpenAccount = (companyId: string): SQL =>
  sql`exists (select from amazon_integrations a where ${isOpenAccountOfAttempt(companyId)})`
