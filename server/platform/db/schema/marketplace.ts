import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { regions, syncKinds, syncModes, syncRunStatuses } from '#contract/marketplace-values.ts'
import { moment, notBlank, notNegative, oneOf, timestamps } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'
import { platformReadPolicy } from './row-security.ts'

/**
 * Secret and tokens are encrypted; `authorizationState` is the hash of a single-use OAuth state. A row without a seller is an attempt
 * to connect, deleted when it fails or expires. A disconnected account keeps its row (for synced data) without tokens.
 */
export const amazonIntegrations = companyTable(
  'amazon_integrations',
  {
    userId: uuid('user_id'),
    name: text('name').notNull(),
    clientId: text('client_id').notNull(),
    clientSecret: text('client_secret').notNull(),
    refreshToken: text('refresh_token'),
    accessToken: text('access_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    sellerId: text('seller_id'),
    marketplaceIds: text('marketplace_ids').array().notNull().default([]),
    region: text('region', { enum: regions }).notNull().default('us'),
    authorizationState: text('authorization_state'),
    authorizationStateExpiresAt: moment('authorization_state_expires_at'),
    authorizedAt: moment('authorized_at'),
    /** Why the account must be authorized again. */
    authorizationError: text('authorization_error'),
    isActive: boolean('is_active').notNull().default(false),
    disconnectedAt: moment('disconnected_at'),
    lastSyncedAt: moment('last_synced_at'),
    /** When the first two-way sync was started: before, Amazon's values are taken only for empty fields. */
    sendsSince: moment('sends_since'),
    /** The time up to which changed fulfillment orders have been listed. */
    fulfillmentsReadAt: moment('fulfillments_read_at'),
    /** The same while the company observes: up to when other tools' fulfillment orders have been listed. */
    observedUntil: moment('observed_until'),
    ...timestamps(),
  },
  (table) => [
    oneOf(table.region, regions),
    notBlank(table.name),
    uniqueIndex('amazon_integrations_seller').on(table.companyId, table.sellerId, table.region),
    uniqueIndex('amazon_integrations_state').on(table.companyId, table.authorizationState),
  ],
)

/** The checkpoint of each kind of sync, from which the next one continues. */
export const marketplaceSyncState = keyedCompanyTable(
  'marketplace_sync_state',
  {
    integrationId: uuid('integration_id').notNull(),
    marketplaceId: text('marketplace_id').notNull(),
    kind: text('kind', { enum: syncKinds }).notNull(),
    readUntil: moment('read_until'),
    lastFullReadAt: moment('last_full_read_at'),
    ...timestamps(),
  },
  (table) => [
    primaryKey({
      name: 'marketplace_sync_state_pkey',
      columns: [table.companyId, table.integrationId, table.marketplaceId, table.kind],
    }),
    ...linkTo(table.companyId, table.integrationId, amazonIntegrations, { onDelete: 'cascade', indexed: false }),
    oneOf(table.kind, syncKinds),
  ],
)

/** One run of a sync, with its progress while it runs and its result after. */
export const marketplaceSyncRuns = companyTable(
  'marketplace_sync_runs',
  {
    integrationId: uuid('integration_id').notNull(),
    kind: text('kind', { enum: syncKinds }).notNull(),
    mode: text('mode', { enum: syncModes }).notNull(),
    status: text('status', { enum: syncRunStatuses }).notNull().default('running'),
    rowsRead: integer('rows_read').notNull().default(0),
    rowsChanged: integer('rows_changed').notNull().default(0),
    rowsCreated: integer('rows_created').notNull().default(0),
    rowsMissing: integer('rows_missing').notNull().default(0),
    rowsElsewhere: integer('rows_elsewhere').notNull().default(0),
    differences: integer('differences').notNull().default(0),
    requestedBy: text('requested_by').notNull().default('Lockstep'),
    /** The job of the run; null when it was run by hand. */
    jobId: uuid('job_id'),
    /** The checkpoint, from which it resumes after a crash. */
    checkpoint: jsonb('checkpoint'),
    result: jsonb('result'),
    error: text('error'),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at'),
    ...timestamps(),
  },
  (table) => [
    ...linkTo(table.companyId, table.integrationId, amazonIntegrations, { onDelete: 'cascade', indexed: false }),
    oneOf(table.kind, syncKinds),
    oneOf(table.mode, syncModes),
    oneOf(table.status, syncRunStatuses),
    ...notNegative(
      table.rowsRead,
      table.rowsChanged,
      table.rowsCreated,
      table.rowsMissing,
      table.rowsElsewhere,
      table.differences,
    ),
    index('marketplace_sync_runs_latest').on(table.companyId, table.startedAt, table.id),
    index('marketplace_sync_runs_newest').on(table.companyId, table.integrationId, table.kind, table.startedAt),
    uniqueIndex('marketplace_sync_runs_one_at_a_time')
      .on(table.companyId, table.integrationId, table.kind)
      .where(sql`${table.status} = 'running'`),
  ],
)

/** The next sync of each account. The platform finds due ones over all companies, then works in each company. */
export const syncSchedules = keyedCompanyTable(
  'sync_schedules',
  {
    integrationId: uuid('integration_id').notNull(),
    kind: text('kind', { enum: syncKinds }).notNull(),
    dueAt: moment('due_at').notNull(),
    ...timestamps(),
  },
  (table) => [
    platformReadPolicy(),
    primaryKey({ name: 'sync_schedules_pkey', columns: [table.companyId, table.integrationId, table.kind] }),
    ...linkTo(table.companyId, table.integrationId, amazonIntegrations, { onDelete: 'cascade', indexed: false }),
    oneOf(table.kind, syncKinds),
    index('sync_schedules_due').on(table.dueAt),
  ],
)
