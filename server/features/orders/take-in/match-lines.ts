import type { OrderData } from '#contract/intake.ts'

export type KnownLine = {
  id: string
  position: number
  skuId: string | null
  externalItemId: string | null
  sku: string
  title: string | null
  quantity: number
  unitPrice: string
}
export type ToldLine = OrderData['items'][number]

export type MatchedLines = {
  kept: readonly { known: KnownLine; told: ToldLine }[]
  removed: readonly KnownLine[]
  added: readonly ToldLine[]
}

/**
 * Which line of an order became which. What is sold on a line does not change: another code is another line. Among lines
 * of one code the channel's own name for the line decides, and where it has none the order in which they stand.
 */
export function matchLines(known: readonly KnownLine[], told: readonly ToldLine[]): MatchedLines {
  const unmatched = [...known]
  const kept: { known: KnownLine; told: ToldLine }[] = []
  const matchBy = (rest: readonly ToldLine[], isSame: (line: KnownLine, other: ToldLine) => boolean) =>
    rest.filter((line) => {
      const index = unmatched.findIndex((candidate) => candidate.sku === line.sku && isSame(candidate, line))
      const [match] = index < 0 ? [] : unmatched.splice(index, 1)
      if (match) kept.push({ known: match, told: line })
      return !match
    })
  const unnamed = matchBy(
    told,
    (line, { externalItemId }) => !!externalItemId && line.externalItemId === externalItemId,
  )
  const added = matchBy(unnamed, (line, { externalItemId }) => !externalItemId || !line.externalItemId)
  return { kept, removed: unmatched, added }
}
