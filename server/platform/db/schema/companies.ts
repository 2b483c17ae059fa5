import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { defaultDailyMails, defaultDailyTexts } from '#contract/notification-values.ts'
import { defaultTextCountries, textCountries } from '#contract/phone-countries.ts'
import { languages } from '#contract/i18n.ts'
import { roles } from '#contract/roles.ts'
import { id, lowered, moment, notBlank, notNegative, oneOf, timestamps } from './columns.ts'
import { companyReadPolicy, companyWritePolicies, platformPolicy } from './row-security.ts'

export const companies = pgTable(
  'companies',
  {
    id: id().primaryKey(),
    name: text('name').notNull(),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    isActive: boolean('is_active').notNull().default(true),
    /** The provider's own company: its admins are provider staff, who see every company. */
    isProvider: boolean('is_provider').notNull().default(false),
    /** What the provider lets the company send per day (UTC), and where to. The company can't change it. */
    dailyTexts: integer('daily_texts').notNull().default(defaultDailyTexts),
    dailyMails: integer('daily_mails').notNull().default(defaultDailyMails),
    textCountries: text('text_countries', { enum: textCountries })
      .array()
      .notNull()
      .default([...defaultTextCountries]),
    ...timestamps(),
  },
  (table) => [
    platformPolicy(),
    companyReadPolicy('id'),
    notBlank(table.name),
    ...notNegative(table.dailyTexts, table.dailyMails),
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
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    role: text('role', { enum: roles }).notNull().default('readonly'),
    /** Of the screens that the person sees. */
    language: text('language', { enum: languages }).notNull().default('en'),
    oidcIssuer: text('oidc_issuer'),
    oidcSubject: text('oidc_subject'),
    lastSeenAt: moment('last_seen_at'),
    isActive: boolean('is_active').notNull().default(true),
    /** Sessions that began until then have ended. */
    signedOutAt: moment('signed_out_at'),
    /** A removed account keeps its row for the history, without name, e-mail and picture. */
    removedAt: moment('removed_at'),
    ...timestamps(),
  },
  (table) => [
    platformPolicy(),
    companyReadPolicy('company_id'),
    ...companyWritePolicies(),
    oneOf(table.role, roles),
    oneOf(table.language, languages),
    notBlank(table.email),
    check('users_removed_inactive', sql`${table.removedAt} is null or not ${table.isActive}`),
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
    /** Names the session on its owner's screen, which must not know `sid`. */
    id: id().default(sql`new_id()`),
    /** The session's absolute end is counted from here. */
    startedAt: moment('started_at').notNull().defaultNow(),
    /** When the person last gave their credentials; null when the provider did not say. */
    authenticatedAt: moment('authenticated_at'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The provider's session (`sid` of the ID token), which a back-channel logout names. */
    providerSessionId: text('provider_session_id'),
  },
  (table) => [
    platformPolicy(),
    index('sessions_user').on(table.userId),
    index('sessions_expire').on(table.expire),
    uniqueIndex('sessions_id').on(table.id),
    index('sessions_provider').on(table.providerSessionId),
  ],
)
