type Counts = { created: number; updated: number }

/** Such as "42 SKUs changed, 3 added". */
export function summaryOf({ created, updated }: Counts): string {
  if (updated === 0 && created === 0) return 'Nothing changed'
  if (updated === 0) return `${skus(created)} added`
  return `${skus(updated)} changed${created > 0 ? `, ${figure(created)} added` : ''}`
}

type Undone = { fileName: string | null; undone: number; conflicted: number }

/** Such as "Undo of prices.xlsx: 42 SKUs put back, 3 left alone". */
export function summaryOfUndo({ fileName, undone, conflicted }: Undone): string {
  const left = conflicted > 0 ? `, ${figure(conflicted)} left alone` : ''
  return `Undo of ${fileName ?? 'a sheet save'}: ${skus(undone)} put back${left}`
}

const figure = (count: number) => count.toLocaleString('en-US')
const skus = (count: number) => `${figure(count)} ${count === 1 ? 'SKU' : 'SKUs'}`
