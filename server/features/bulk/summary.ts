type ChangeFigures = { created: number; updated: number }

/** Such as "42 SKUs changed, 3 added". */
export function summaryOf({ created, updated }: ChangeFigures): string {
  if (updated === 0 && created === 0) return 'Nothing changed'
  if (updated === 0) return `${skus(created)} added`
  return `${skus(updated)} changed${created > 0 ? `, ${figure(created)} added` : ''}`
}

type UndoFigures = { fileName: string | null; undone: number; removed: number; conflicted: number }

/** Such as "Undo of prices.xlsx: 42 SKUs put back, 8 removed, 3 left alone". */
export function summaryOfUndo({ fileName, undone, removed, conflicted }: UndoFigures): string {
  const fates = [
    { count: undone - removed, fate: 'put back' },
    { count: removed, fate: 'removed' },
    { count: conflicted, fate: 'left alone' },
  ].filter(({ count }) => count > 0)
  const phrases = fates.map(({ count, fate }, index) => `${index === 0 ? skus(count) : figure(count)} ${fate}`)
  return `Undo of ${fileName ?? 'a sheet save'}: ${phrases.join(', ')}`
}

const figure = (count: number) => count.toLocaleString('en-US')
const skus = (count: number) => `${figure(count)} ${count === 1 ? 'SKU' : 'SKUs'}`
