import { expect, it } from 'vitest'
import { summaryOfUndo } from './change-set.ts'

it.each([
  [{ undone: 1, removed: 0, conflicted: 0 }, 'Undo of a sheet save: 1 SKU restored'],
  [{ undone: 50_000, removed: 50_000, conflicted: 0 }, 'Undo of a sheet save: 50,000 SKUs removed'],
  [{ undone: 50, removed: 8, conflicted: 3 }, 'Undo of a sheet save: 42 SKUs restored, 8 removed, 3 left alone'],
  [{ undone: 0, removed: 0, conflicted: 1 }, 'Undo of a sheet save: 1 SKU left alone'],
])('an undo that ended as %j is summarized as “%s”', (counts, summary) => {
  expect(summaryOfUndo({ fileName: null, ...counts })).toBe(summary)
})
