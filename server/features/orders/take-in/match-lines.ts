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
export type IncomingLine = OrderData['items'][number]

export type MatchedLines = {
  kept: readonly { known: KnownLine; told: IncomingLine }[]
  removed: readonly KnownLine[]
  added: readonly IncomingLine[]
}

/**
 * Which line of an order became which. What is sold on a line does not change: another code is another line. Among lines
 * of one code the channel's own name for the line decides, and where it has none the order in which they stand.
 */
export function matchLines(known: readonly KnownLine[], told: readonly IncomingLine[]): MatchedLines {
  const unmatched = [...known]
  const kept: { known: KnownLine; told: IncomingLine }[] = []
  const matchBy = (rest: readonly IncomingLine[], isSame: (line: KnownLine, other: IncomingLine) => boolean) =>
    rest.filter((line) => {
      const index = unmatched.findIndex((candidate) => candidate.sku === line.sku && isSame(candidate, line))
      const [match] = index < 0 ? [] : unmatched.splice(index, 1)
      if (match) kept.push({ known: match, told: line })
      return !match
    })
  const withoutItemId = matchBy(
    told,
    (line, { externalItemId }) => !!externalItemId && line.externalItemId === externalItemId,
  )
  const added = matchBy(withoutItemId, (line, { externalItemId }) => !externalItemId || !line.externalItemId)
  return { kept, removed: unmatched, added }
}
