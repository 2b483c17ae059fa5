import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, FileReply } from './fields.ts'
import { t } from './i18n.ts'
import { PageQuery } from './paging.ts'
import { FieldChange } from './products.ts'
import { riskyFields } from './risky-values.ts'
import { SheetRow, SheetUpdate, sheetLimits } from './sheet.ts'

/** An `adjustment` is the quantity of one SKU, typed with a reason. */
export const changeSetKinds = ['upload', 'sheet', 'bulk_action', 'undo', 'adjustment'] as const
export type ChangeSetKind = (typeof changeSetKinds)[number]

/** `draft` is a preview, or an upload that is not complete yet. */
export const changeSetStatuses = ['draft', 'applied', 'undone', 'failed'] as const
export type ChangeSetStatus = (typeof changeSetStatuses)[number]

/** What a row of a change set changed. Stock is separate from its SKU, because Amazon may report a new count meanwhile. */
export const changedResources = ['product', 'sku', 'stock', 'order'] as const
export type ChangedResource = (typeof changedResources)[number]

/** The result of undoing a row; a `conflict` was changed since and left alone. */
export const undoOutcomes = ['undone', 'conflict'] as const
export type UndoOutcome = (typeof undoOutcomes)[number]

/** Days for which a bulk change can be undone. */
export const undoDays = 30

/** The phases of an upload, in order. */
export const uploadPhases = ['reading', 'checking', 'writing'] as const
export type UploadPhase = (typeof uploadPhases)[number]

export const uploadColumns = [
  { name: 'SKU', isRequired: true, note: t('Your code for the item. A new code creates a product.') },
  { name: 'Title', isRequired: true, note: t('The item’s name, up to 500 characters.') },
  { name: 'Price', isRequired: true, note: t('Amount with up to two decimals, no currency symbol.') },
  {
    name: 'Quantity',
    isRequired: true,
    note: t('Whole units. For SKUs stocked at Amazon, the next sync will overwrite this.'),
  },
  { name: 'ASIN', isRequired: false, note: t('Amazon’s code, ten letters or digits. Leave empty to keep it.') },
  { name: 'Category', isRequired: false, note: t('The product’s category. Leave empty to keep it.') },
] as const
export type UploadColumn = (typeof uploadColumns)[number]['name']

export const uploadLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 100_000,
  columns: 100,
  /** Limit of the unzipped size (zip bomb); the XML of 100,000 rows has about a third of it. */
  expandedBytes: 150 * 1024 * 1024,
  zipEntries: 2_000,
} as const

/** The columns of a file of tracking numbers. `field` is the parcel's field. */
export const trackingColumns = [
  {
    field: 'order',
    name: 'Order',
    isRequired: true,
    note: t('Your order number in Lockstep (LS-10012) or the channel’s.'),
  },
  { field: 'carrier', name: 'Carrier', isRequired: true, note: t('For example, UPS.') },
  {
    field: 'trackingNumber',
    name: 'Tracking number',
    isRequired: true,
    note: t('Format the cells as text: Excel rounds numbers longer than 15 digits.'),
  },
  {
    field: 'trackingUrl',
    name: 'Tracking link',
    isRequired: false,
    note: t('For carriers that Lockstep doesn’t know.'),
  },
] as const

/** Each row is a transaction of its own. */
export const trackingUploadRows = 500

/** `row` counts as in Excel: the heading is row 1. */
export const BulkError = z.object({ row: z.int(), column: z.string(), reason: z.string() })
export type BulkError = z.output<typeof BulkError>

/** The most errors and changes in a reply; all errors are available as a file. */
export const mostShown = 200

/** The changes of one row of the file. `warnings` are sentences about suspicious values. */
export const PreviewRow = z.object({
  row: z.int(),
  sku: z.string(),
  isNew: z.boolean(),
  cells: z.array(FieldChange),
  warnings: z.array(z.string()),
})
export type PreviewRow = z.output<typeof PreviewRow>

/** What the person confirms before the file is applied (`risky-values.ts`). */
const RiskQuestion = z.object({
  changes: z.array(
    z.object({
      sku: z.string(),
      field: z.enum(riskyFields),
      from: z.number().nullable(),
      to: z.number(),
      why: z.string(),
    }),
  ),
  total: z.int(),
  confirmation: z.string(),
})

const counts = {
  /** All non-empty rows of the file: created + updated + unchanged + failed. */
  processed: z.int(),
  updated: z.int(),
  created: z.int(),
  unchanged: z.int(),
  failed: z.int(),
}

/** `changes` lists rows with warnings first; `ignoredColumns` are unknown headings of the file. */
export const UploadPreview = z.object({
  changeSetId: Id,
  fileName: z.string(),
  sheetName: z.string(),
  ignoredColumns: z.array(z.string()),
  ...counts,
  warned: z.int(),
  risks: RiskQuestion.nullable(),
  changes: z.array(PreviewRow),
  errors: z.array(BulkError),
})
export type UploadPreview = z.output<typeof UploadPreview>

export const UploadResult = z.object({ changeSetId: Id, ...counts, errors: z.array(BulkError) })
export type UploadResult = z.output<typeof UploadResult>

/** `processed` counts the non-empty rows: shipped + unchanged + failed. */
export const TrackingUpload = z.object({
  processed: z.int(),
  shipped: z.int(),
  /** Rows whose parcel was recorded before. */
  unchanged: z.int(),
  failed: z.int(),
  errors: z.array(BulkError),
})
export type TrackingUpload = z.output<typeof TrackingUpload>

/** `total` is null while it is unknown. */
export const UploadProgress = z.object({ phase: z.enum(uploadPhases), done: z.int(), total: z.int().nullable() })
export type UploadProgress = z.output<typeof UploadProgress>

/** `undoableUntil` is null for change sets that cannot be undone: undos, empty ones, and those already undone or too old. */
export const ChangeSetRow = z.object({
  id: Id,
  kind: z.enum(changeSetKinds),
  status: z.enum(changeSetStatuses),
  summary: z.string(),
  fileName: z.string().nullable(),
  actorName: z.string(),
  processed: z.int(),
  created: z.int(),
  updated: z.int(),
  failed: z.int(),
  createdAt: Moment,
  undoneAt: Moment.nullable(),
  undoableUntil: Moment.nullable(),
})
export type ChangeSetRow = z.output<typeof ChangeSetRow>

/** One changed resource; `label` is its name at that time. */
export const ChangedRow = z.object({
  row: z.int(),
  resource: z.enum(changedResources),
  label: z.string(),
  isNew: z.boolean(),
  cells: z.array(FieldChange),
  undoOutcome: z.enum(undoOutcomes).nullable(),
})
export type ChangedRow = z.output<typeof ChangedRow>

/** A row that an undo skipped: the value after the bulk change, and the current value. */
export const UndoConflict = z.object({
  row: z.int(),
  resource: z.enum(changedResources),
  label: z.string(),
  reason: z.string(),
  cells: z.array(FieldChange.extend({ current: FieldChange.shape.after })),
})
export type UndoConflict = z.output<typeof UndoConflict>

export const UndoResult = z.object({
  changeSetId: Id,
  undone: z.int(),
  conflicted: z.int(),
  conflicts: z.array(UndoConflict),
})
export type UndoResult = z.output<typeof UndoResult>

/** Optimistic locking: the row was changed since it was read, so nothing of it was written. */
const SheetConflict = z.object({ id: Id, current: SheetRow })
export type SheetConflict = z.output<typeof SheetConflict>

export const SheetSaveResult = z.object({
  changeSetId: Id.nullable(),
  updated: z.int(),
  /** The rows after saving, with their new versions. */
  rows: z.array(SheetRow),
  conflicts: z.array(SheetConflict),
})
export type SheetSaveResult = z.output<typeof SheetSaveResult>

const ChangeSetParams = z.strictObject({ changeSetId: Id })
/** The caller may choose the change set's id: then it can poll the progress, and repeating the call is idempotent. */
const UploadQuery = z.strictObject({ changeSetId: Id.optional() })

export const bulkApi = {
  sheetData: endpoint({
    method: 'GET',
    path: '/api/products/sheet-data',
    summary: 'Active SKUs as rows of a sheet, by SKU',
    access: 'readonly',
    scope: 'company',
    query: PageQuery,
    reply: z.array(SheetRow),
    paged: true,
  }),
  saveSheet: endpoint({
    method: 'POST',
    path: '/api/products/bulk-update',
    summary: 'Save modified rows of the sheet',
    access: 'ops',
    scope: 'company',
    body: z.strictObject({ updates: z.array(SheetUpdate).min(1, t('No modifications to save')).max(sheetLimits.rows) }),
    maxBodyBytes: sheetLimits.bytes,
    reply: SheetSaveResult,
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/bulk/template',
    summary: 'An Excel file to fill in',
    access: 'readonly',
    scope: 'company',
    reply: FileReply,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/bulk/preview',
    summary: 'Check a file and show what it would change; nothing is written',
    access: 'ops',
    scope: 'company',
    query: UploadQuery,
    takesFile: true,
    maxBodyBytes: uploadLimits.bytes,
    reply: UploadPreview,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/bulk/upload',
    summary: 'Apply the good rows of a file, all or none of them',
    access: 'ops',
    scope: 'company',
    query: UploadQuery,
    takesFile: true,
    maxBodyBytes: uploadLimits.bytes,
    reply: UploadResult,
  }),
  tracking: endpoint({
    method: 'POST',
    path: '/api/bulk/tracking',
    summary: 'Ship the orders of a file of tracking numbers yourself; rows that were applied before change nothing',
    access: 'ops',
    scope: 'company',
    takesFile: true,
    maxBodyBytes: 5 * 1024 * 1024,
    reply: TrackingUpload,
  }),
  changeSets: endpoint({
    method: 'GET',
    path: '/api/bulk/change-sets',
    summary: 'Bulk changes, newest first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery,
    reply: z.array(ChangeSetRow),
    paged: true,
  }),
  changedRows: endpoint({
    method: 'GET',
    path: '/api/bulk/change-sets/:changeSetId/rows',
    summary: 'What a bulk change changed, row by row',
    access: 'readonly',
    scope: 'company',
    params: ChangeSetParams,
    query: PageQuery,
    reply: z.array(ChangedRow),
    paged: true,
  }),
  progress: endpoint({
    method: 'GET',
    path: '/api/bulk/change-sets/:changeSetId/progress',
    summary: 'How far a check or an upload is',
    access: 'ops',
    scope: 'company',
    params: ChangeSetParams,
    reply: UploadProgress,
  }),
  errors: endpoint({
    method: 'GET',
    path: '/api/bulk/change-sets/:changeSetId/errors',
    summary: 'Rows that were left out and why, as an Excel file',
    access: 'ops',
    scope: 'company',
    params: ChangeSetParams,
    reply: FileReply,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/bulk/change-sets/:changeSetId/undo',
    summary: 'Undo a bulk change; values changed since are reported and kept',
    access: 'ops',
    scope: 'company',
    params: ChangeSetParams,
    reply: UndoResult,
  }),
}
