import { inventoryApi, type StockDetail, type StockHistory, type StockMovement } from '#contract/inventory.ts'
import { answerAmazon } from './amazon-answers.ts'
import { answer } from './server.ts'

type DrawerAnswers = { history?: StockHistory; movements?: StockMovement[] }

/** Answers all that the Inventory screen asks for when this SKU's drawer is open. */
export function answerStock(detail: StockDetail, { history = [], movements = [] }: DrawerAnswers = {}): void {
  answer(inventoryApi.list, [detail], { total: 1 })
  answer(inventoryApi.history, history)
  answer(inventoryApi.movements, movements, { total: movements.length })
  answer(inventoryApi.detail, detail)
  answerFigures()
  answerAmazon()
}

/** To be called after any answer about a SKU: the address of one fits these calls too, and the latest answer counts. */
export function answerFigures(): void {
  answer(inventoryApi.summary, { totalSkus: 1, lowStock: 0, outOfStock: 0, totalUnits: 120, lowStockThreshold: 10 })
  answer(inventoryApi.alerts, [], { total: 0 })
}
