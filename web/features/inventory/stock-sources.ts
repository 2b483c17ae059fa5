import type { StockSource } from '#contract/inventory.ts'

export const stockSourceLabels: Record<StockSource, string> = {
  amazon: 'Amazon',
  sheet: 'Sheet',
  upload: 'Upload',
  undo: 'Undo',
}
