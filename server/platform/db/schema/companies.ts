import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { roles } from '#contract/roles.ts'
import { id, lowered, moment, notBlank, oneOf, timestamps } from './columns.ts'
import { companyReadPolicy, platformPolicy } from './row-security.ts'

export const companies = pgTable(
  'companies',
  {
    id: id().primaryKey(),
    name: text('name').notNull(),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    isActive: boolean('is_active').notNull().default(true),
    ...timestamps(),
  },
  (table) => [
    platformPolicy(),
    companyReadPolicy('id'),
    notBlank(table.name),
    index('companies_newest').on(table.createdAt, table.id),
  ],
)

export const users = pgTable(
  'users',
  {
    id: id().primaryKey(),
    email: text('email').notNull(),
    emailKey: lowered('email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    companyId: uuid('company_id').references(() => companies.id),
    role: text('role', { enum: roles }).notNull().default('readonly'),
    oidcIssuer: text('oidc_issuer'),
    oidcSubject: text('oidc_subject'),
    lastSeenAt: moment('last_seen_at'),
    ...timestamps(),
  },
  (table) => [
    platformPolicy(),
    companyReadPolicy('company_id'),
    oneOf(table.role, roles),
    notBlank(table.email),
    check('users_company_unless_admin', sql`${table.role} = 'admin' or ${table.companyId} is not null`),
    check('users_oidc_pair', sql`num_nonnulls(${table.oidcIssuer}, ${table.oidcSubject}) in (0, 2)`),
    uniqueIndex('users_email').on(table.emailKey),
    uniqueIndex('users_oidc').on(table.oidcIssuer, table.oidcSubject),
    index('users_company').on(table.companyId),
    index('users_newest').on(table.createdAt, table.id),
  ],
)

/** `sid` is a keyed hash of the cookie's value, so that a copy of the table signs nobody in. */
export const sessions = pgTable(
  'sessions',
  {
    sid: text('sid').primaryKey(),
    sess: jsonb('sess').notNull(),
    expire: moment('expire').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [platformPolicy(), index('sessions_user').on(table.userId), index('sessions_expire').on(table.expire)],
)
