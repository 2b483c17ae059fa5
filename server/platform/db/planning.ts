import { sql, type SQL } from 'drizzle-orm'

/**
 * The company, told to PostgreSQL only while a statement runs, so that it plans for a company of average size. Of one that
 * its statistics don't know yet, because its first rows are just coming in, it would expect a single row: any index that
 * begins with the company is then as good as another, and each look-up of a key reads all that the company has.
 */
export const companyAtRunTime = (companyId: string): SQL => sql`(select ${companyId}::uuid)`
