import { t } from '#contract/i18n.ts'
import type { SheetRow } from '#contract/sheet.ts'
import { type RowEdits, type RowProblems, type RowServerErrors, riskAt, warningAt } from './sheet.ts'
import { columnAt, type Editing, type Filter, rowAt, selectedRange, type SheetState } from './state.ts'
import { problemAt } from './validation.ts'

/** Everything a grid row renders: it re-renders only when one of these values changes. Columns are -1 for none. */
export type RowView = {
  row: SheetRow | undefined
  edits: RowEdits | undefined
  problems: RowProblems | undefined
  duplicate: string | undefined
  serverErrors: RowServerErrors | undefined
  isInConflict: boolean
  selectedFrom: number
  selectedTo: number
  activeColumn: number
  editing: Editing | null
  handleColumn: number
  isFilled: boolean
  isReadOnly: boolean
}

export function toRowView(state: SheetState, index: number): RowView {
  const { sheet, selection, editing, fillTo } = state
  const row = rowAt(sheet, state.view, index)
  const id = row?.id ?? ''
  const { top, left, bottom, right } = selectedRange(state)
  const isSelected = index >= top && index <= bottom
  const isFilled = fillTo !== null && index > bottom && index <= fillTo
  const isActive = index === selection.active.row
  return {
    row,
    edits: sheet.edits.get(id),
    problems: sheet.problems.get(id),
    duplicate: sheet.duplicates.get(id),
    serverErrors: sheet.serverErrors.get(id),
    isInConflict: sheet.conflicts.has(id),
    selectedFrom: isSelected || isFilled ? left : -1,
    selectedTo: isSelected || isFilled ? right : -1,
    activeColumn: isActive ? selection.active.column : -1,
    editing: isActive ? editing : null,
    handleColumn: index === bottom && !editing && !state.lock ? right : -1,
    isFilled,
    isReadOnly: state.lock !== null,
  }
}

export type CellMessage = { tone: 'danger' | 'warning' | 'neutral'; text: string }

const nothingShown: Record<Filter, string> = {
  all: '',
  modified: t('No modified rows.'),
  errors: t('No cells with errors.'),
  conflicts: t('No rows in conflict.'),
}

/** The status bar's message: the last action's notice, else the active cell's problem, else its warning. */
export function activeCellMessage(state: SheetState): CellMessage {
  if (state.notice) return { tone: 'warning', text: state.notice }
  const { row, column } = state.selection.active
  const target = rowAt(state.sheet, state.view, row)
  if (!target) return { tone: 'neutral', text: nothingShown[state.view.filter] }
  const problem = problemAt(state.sheet, target.id, columnAt(column))
  if (problem) return { tone: 'danger', text: problem }
  const risk = riskAt(target, columnAt(column), state.sheet.edits.get(target.id)?.[columnAt(column)])
  if (risk) return { tone: 'warning', text: risk }
  return { tone: 'neutral', text: warningAt(target, columnAt(column)) ?? '' }
}

/**
 * Recycles DOM rows. Maps each rendered row to a slot, used as its React key: a row keeps its slot while it is rendered,
 * and a row that scrolls into view reuses the slot of one that left. Updating a DOM row is far cheaper than creating one.
 */
export function createRowSlots() {
  let slots = new Map<number, number>()
  return (rendered: readonly number[]): ReadonlyMap<number, number> => {
    const used = new Set(rendered.flatMap((index) => slots.get(index) ?? []))
    let next = 0
    const nextFree = () => {
      while (used.has(next)) next += 1
      return next++
    }
    slots = new Map(rendered.map((index) => [index, slots.get(index) ?? nextFree()]))
    return slots
  }
}
