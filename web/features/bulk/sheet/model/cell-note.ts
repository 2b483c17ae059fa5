import { warningAt } from './locks.ts'
import { problemAt } from './problems.ts'
import type { SheetState } from './state.ts'
import { columnAt, type Filter, rowAt } from './view.ts'

export type CellMessage = { tone: 'danger' | 'warning' | 'neutral'; text: string }

const nothingShown: Record<Filter, string> = {
  all: '',
  modified: 'No row is modified.',
  errors: 'No cell has an error.',
  conflicts: 'No row is in conflict.',
}

/** What is to be said now: what the last action could not do, what is wrong with the active cell, or what to know of it. */
export function activeCellMessage(state: SheetState): CellMessage {
  if (state.notice) return { tone: 'warning', text: state.notice }
  const { row, column } = state.selection.active
  const target = rowAt(state.sheet, state.view, row)
  if (!target) return { tone: 'neutral', text: nothingShown[state.view.filter] }
  const problem = problemAt(state.sheet, target.id, columnAt(column))
  if (problem) return { tone: 'danger', text: problem }
  return { tone: 'neutral', text: warningAt(target, columnAt(column)) ?? '' }
}
