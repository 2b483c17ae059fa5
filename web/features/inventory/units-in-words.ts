export function inFigures(count: number): string {
  return count.toLocaleString('en-US')
}

export function unitsInWords(count: number): string {
  return count === 1 ? '1 unit' : `${inFigures(count)} units`
}
