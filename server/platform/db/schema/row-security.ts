import { sql, type SQL } from 'drizzle-orm'
import { pgPolicy } from 'drizzle-orm/pg-core'

/** The company of the running transaction; null when none is set, so that a comparison matches no row. */
export const currentCompany = sql`(select nullif(current_setting('app.company_id', true), '')::uuid)`

const isPlatformScope = sql`(select current_setting('app.scope', true)) = 'platform'`

export const companyPolicy = () => fullAccessPolicy('company', sql`company_id = ${currentCompany}`)

export const platformPolicy = () => fullAccessPolicy('platform', isPlatformScope)

/** Lets a company read its own rows of a platform table. */
export const companyReadPolicy = (key: keyof typeof companyKeys) =>
  pgPolicy('company_window', { for: 'select', to: 'public', using: sql`${companyKeys[key]} = ${currentCompany}` })

const companyKeys = { id: sql`id`, company_id: sql`company_id` }

/** Lets a company add and change its own rows of a platform table, not move them to another company. */
export const companyWritePolicies = () => {
  const isOwn = sql`company_id = ${currentCompany}`
  return [
    pgPolicy('company_insert', { for: 'insert', to: 'public', withCheck: isOwn }),
    pgPolicy('company_update', { for: 'update', to: 'public', using: isOwn, withCheck: isOwn }),
  ]
}

/** Lets the platform read rows of a company table that it needs before it works in a company. */
export const platformReadPolicy = () =>
  pgPolicy('platform_window', { for: 'select', to: 'public', using: isPlatformScope })

const fullAccessPolicy = (name: string, rule: SQL) =>
  pgPolicy(name, { for: 'all', to: 'public', using: rule, withCheck: rule })
