export const changeSetKinds = ['upload', 'sheet', 'bulk_action', 'undo'] as const
export type ChangeSetKind = (typeof changeSetKinds)[number]

/** `draft` is a preview that nothing has been written from yet. */
export const changeSetStatuses = ['draft', 'applied', 'undone', 'failed'] as const
export type ChangeSetStatus = (typeof changeSetStatuses)[number]

export const changedResources = ['product', 'sku', 'order'] as const
export type ChangedResource = (typeof changedResources)[number]

/** What became of a row when its change set was undone; `conflict` was changed by somebody since and left alone. */
export const undoOutcomes = ['undone', 'conflict'] as const
export type UndoOutcome = (typeof undoOutcomes)[number]
