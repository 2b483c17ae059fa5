import { boolean, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { changedResources, changeSetKinds, changeSetStatuses, undoOutcomes, uploadPhases } from '#contract/bulk.ts'
import { createdAt, moment, notNegative, oneOf } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'

/** A change set: many changes that are applied and undone together. */
export const changeSets = companyTable(
  'change_sets',
  {
    kind: text('kind', { enum: changeSetKinds }).notNull(),
    status: text('status', { enum: changeSetStatuses }).notNull(),
    summary: text('summary').notNull(),
    fileName: text('file_name'),
    fileHash: text('file_hash'),
    userId: uuid('user_id'),
    actorName: text('actor_name').notNull(),
    processed: integer('processed').notNull().default(0),
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** The progress of a preview or upload while it runs. */
    phase: text('phase', { enum: uploadPhases }),
    rowsDone: integer('rows_done').notNull().default(0),
    rowsTotal: integer('rows_total'),
    /** The change set that this one undid. */
    undoes: uuid('undoes'),
    error: text('error'),
    createdAt: createdAt(),
    appliedAt: moment('applied_at'),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    ...linkTo(table.companyId, table.undoes, { companyId: table.companyId, id: table.id }),
    oneOf(table.kind, changeSetKinds),
    oneOf(table.status, changeSetStatuses),
    oneOf(table.phase, uploadPhases),
    ...notNegative(table.processed, table.created, table.updated, table.failed),
    index('change_sets_newest').on(table.companyId, table.createdAt, table.id),
  ],
)

/** One changed resource: the changed fields before and after. */
export const changeSetRows = keyedCompanyTable(
  'change_set_rows',
  {
    changeSetId: uuid('change_set_id').notNull(),
    rowNumber: integer('row_number').notNull(),
    resource: text('resource', { enum: changedResources }).notNull(),
    resourceId: uuid('resource_id').notNull(),
    /** Its name at that time; it may be renamed or deleted since. */
    label: text('label').notNull(),
    isNew: boolean('is_new').notNull().default(false),
    before: jsonb('before'),
    after: jsonb('after').notNull(),
    undoOutcome: text('undo_outcome', { enum: undoOutcomes }),
  },
  (table) => [
    primaryKey({
      name: 'change_set_rows_pkey',
      columns: [table.companyId, table.changeSetId, table.rowNumber, table.resource],
    }),
    ...linkTo(table.companyId, table.changeSetId, changeSets, { onDelete: 'cascade', indexed: false }),
    oneOf(table.resource, changedResources),
    oneOf(table.undoOutcome, undoOutcomes),
    index('change_set_rows_resource').on(table.companyId, table.resource, table.resourceId),
  ],
)

/** Rejected rows of a file, counted as in Excel: the heading is row 1. */
export const changeSetErrors = keyedCompanyTable(
  'change_set_errors',
  {
    changeSetId: uuid('change_set_id').notNull(),
    rowNumber: integer('row_number').notNull(),
    column: text('column').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'change_set_errors_pkey',
      columns: [table.companyId, table.changeSetId, table.rowNumber, table.column],
    }),
    ...linkTo(table.companyId, table.changeSetId, changeSets, { onDelete: 'cascade', indexed: false }),
  ],
)
