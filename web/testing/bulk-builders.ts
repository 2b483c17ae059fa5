import type {
  BulkError,
  ChangedRow,
  ChangeSetRow,
  PreviewRow,
  UndoConflict,
  UploadPreview,
  UploadResult,
} from '#contract/bulk.ts'
import { newId } from './builders.ts'

export function buildPreviewRow(overrides: Partial<PreviewRow> = {}): PreviewRow {
  return {
    row: 2,
    sku: 'HP-1001',
    isNew: false,
    cells: [{ field: 'price', before: '19.00', after: '21.50' }],
    warnings: [],
    ...overrides,
  }
}

/** One row that changes a price, unless the test says otherwise. */
export function buildPreview(overrides: Partial<UploadPreview> = {}): UploadPreview {
  return {
    changeSetId: newId(),
    fileName: 'stock.xlsx',
    sheetName: 'Sheet1',
    ignoredColumns: [],
    processed: 1,
    updated: 1,
    created: 0,
    unchanged: 0,
    failed: 0,
    warned: 0,
    risks: null,
    changes: [buildPreviewRow()],
    errors: [],
    ...overrides,
  }
}

export function buildUploadResult(overrides: Partial<UploadResult> = {}): UploadResult {
  return {
    changeSetId: newId(),
    processed: 1,
    updated: 1,
    created: 0,
    unchanged: 0,
    failed: 0,
    errors: [],
    ...overrides,
  }
}

export function buildBulkErrors(count: number): BulkError[] {
  return Array.from({ length: count }, (_, index) => ({
    row: index + 2,
    column: 'Price',
    reason: `Price ${index} must be a number`,
  }))
}

export function buildChangeSet(overrides: Partial<ChangeSetRow> = {}): ChangeSetRow {
  return {
    id: newId(),
    kind: 'upload',
    status: 'applied',
    summary: '42 SKUs changed, 3 added',
    fileName: 'stock.xlsx',
    actorName: 'Omar Reyes',
    processed: 50,
    created: 3,
    updated: 42,
    failed: 0,
    createdAt: '2026-01-01T00:00:00Z',
    undoneAt: null,
    undoableUntil: '2026-01-31T00:00:00Z',
    ...overrides,
  }
}

export function buildChangedRow(overrides: Partial<ChangedRow> = {}): ChangedRow {
  return {
    row: 2,
    resource: 'sku',
    label: 'HP-1001',
    isNew: false,
    cells: [{ field: 'price', before: '19.00', after: '21.50' }],
    undoOutcome: null,
    ...overrides,
  }
}

export function buildUndoConflict(overrides: Partial<UndoConflict> = {}): UndoConflict {
  return {
    row: 2,
    resource: 'sku',
    label: 'HP-1001',
    reason: 'Somebody has changed it since.',
    cells: [{ field: 'price', before: '19.00', after: '21.50', current: '20.00' }],
    ...overrides,
  }
}
