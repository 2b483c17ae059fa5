import { normalizeBarcode } from '#contract/barcode.ts'
import type { ItemMatch } from '#contract/channel-values.ts'

/** Something that the channel sells now, matched or not. */
export type SoldItem = {
  externalId: string
  title: string
  variant: string | null
  sku: string | null
  barcode: string | null
  skuId: string | null
  isIgnored: boolean
}

export type OwnSku = { id: string; sku: string; title: string; barcode: string | null; isActive: boolean }

/** A code that a person has mapped on an order of the channel. */
export type MappedCode = { code: string; skuId: string }

/** `reason` says why an item was not matched by itself, where that needs saying. */
export type MatchDecision = { match: { skuId: string; by: ItemMatch } } | { match: null; reason: string | null }

export type MatchInput = { items: readonly SoldItem[]; skus: readonly OwnSku[]; mappedCodes: readonly MappedCode[] }

const fold = (code: string): string => code.trim().toLowerCase()

/** Without what people leave out or replace when they type a code again. */
const squash = (code: string): string => fold(code).replace(/[^\p{L}\p{N}]/gu, '')

/** What the items and SKUs are found by. */
export type MatchIndex = ReturnType<typeof indexForMatching>

export function indexForMatching({ items, skus, mappedCodes }: MatchInput) {
  const words = new Map(skus.map((sku) => [sku.id, new Set(titleTerms(sku.title))]))
  const wordsOf = (sku: OwnSku): ReadonlySet<string> => words.get(sku.id) ?? new Set()
  const findTitles = createTitleIndex(skus.map(wordsOf))
  const byCode = new Map(skus.map((sku) => [sku.sku, sku]))
  const byFoldedCode = Map.groupBy(skus, ({ sku }) => fold(sku))
  const bySquashedCode = Map.groupBy(skus, ({ sku }) => squash(sku))
  const byBarcode = Map.groupBy(skus, ({ barcode }) => normalizeBarcode(barcode))
  const byId = new Map(skus.map((sku) => [sku.id, sku]))
  const mapped = new Map(mappedCodes.map(({ code, skuId }) => [fold(code), byId.get(skuId)]))
  const codeCounts = countBy(items, ({ sku }) => sku && fold(sku))
  const barcodeCounts = countBy(items, ({ barcode }) => normalizeBarcode(barcode))
  return {
    wordsOf,
    findSimilar: (titled: readonly string[]) => findTitles(titled).flatMap((index) => skus[index] ?? []),
    /** The SKU with exactly this code, else those whose code differs in case. */
    ownersOfCode(code: string): OwnSku[] {
      const exact = byCode.get(code.trim())
      return exact ? [exact] : (byFoldedCode.get(fold(code)) ?? [])
    },
    /** SKUs whose code differs at most in case, dashes and spaces. */
    nearOwnersOfCode: (code: string | null) => (code && squash(code) ? (bySquashedCode.get(squash(code)) ?? []) : []),
    ownersOfBarcode(barcode: string | null): OwnSku[] {
      const normalized = normalizeBarcode(barcode)
      return normalized === null ? [] : (byBarcode.get(normalized) ?? [])
    },
    mappedByPerson: (code: string) => mapped.get(fold(code)),
    /** How many items of the channel have the code, or the barcode. */
    countCode: (code: string) => codeCounts.get(fold(code)) ?? 0,
    countBarcode: (barcode: string) => barcodeCounts.get(barcode) ?? 0,
    /** SKUs that the channel sells already. */
    usedSkus: new Set(items.flatMap(({ skuId }) => skuId ?? [])),
  }
}

function countBy(items: readonly SoldItem[], keyOf: (item: SoldItem) => string | null): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) {
    const key = keyOf(item)
    if (key) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Matches without asking only what can't be something else: a wrong match sells units that are not there. */
export function decideMatch(index: MatchIndex, item: SoldItem): MatchDecision {
  if (item.isIgnored || item.skuId !== null) return ask(null)
  return item.sku?.trim() ? decideByCode(index, item, item.sku.trim()) : decideByBarcode(index, item)
}

function decideByCode(index: MatchIndex, item: SoldItem, code: string): MatchDecision {
  const count = index.countCode(code)
  if (count > 1) return ask(`${count} items in the shop have the code ${code}.`)
  const found = index.ownersOfCode(code)
  if (found.length > 1) return ask(`The code ${code} could be ${namesOf(found)}.`)
  const byPerson = index.mappedByPerson(code)
  const own = found[0] ?? byPerson
  if (!own) return ask(null)
  if (byPerson && byPerson !== own)
    return ask(`The code is ${own.sku}, but in an order it was matched with ${byPerson.sku}.`)
  if (!own.isActive) return ask(`${own.sku} is inactive.`)
  const others = index.ownersOfBarcode(item.barcode).filter((owner) => owner !== own)
  if (others.length > 0) return ask(`The code is ${own.sku}, but the barcode belongs to ${namesOf(others)}.`)
  if (own === byPerson) return { match: { skuId: own.id, by: 'person' } }
  if (own.sku !== code && contradicts(index, item, own)) {
    return ask(`The code is similar to ${own.sku}, but the titles differ.`)
  }
  return { match: { skuId: own.id, by: 'sku' } }
}

function decideByBarcode(index: MatchIndex, item: SoldItem): MatchDecision {
  const barcode = normalizeBarcode(item.barcode)
  if (barcode === null) return ask(item.barcode?.trim() ? `${item.barcode} is not a valid barcode.` : null)
  const owners = index.ownersOfBarcode(barcode)
  const [own] = owners
  if (!own) return ask(null)
  const count = index.countBarcode(barcode)
  if (count > 1) return ask(`${count} items in the shop have the barcode ${item.barcode}.`)
  if (owners.length > 1) return ask(`The barcode ${item.barcode} could be ${namesOf(owners)}.`)
  if (!own.isActive) return ask(`${own.sku} has this barcode but is inactive.`)
  if (contradicts(index, item, own)) return ask(`The barcode belongs to ${own.sku}, but the titles differ.`)
  return { match: { skuId: own.id, by: 'barcode' } }
}

const ask = (reason: string | null): MatchDecision => ({ match: null, reason })

/** Least share of an item's words that a SKU's title must have, not to contradict it. */
const leastContained = 0.4

/** Whether the item's title is hardly that of the SKU, or fits another SKU better, such as the next size. */
function contradicts(index: MatchIndex, item: SoldItem, own: OwnSku): boolean {
  const words = titleTerms(item.title, item.variant)
  const fit = fitOf(words, index.wordsOf(own))
  if (fit.contained < leastContained) return true
  return index.findSimilar(words).some((other) => isBetterFit(fitOf(words, index.wordsOf(other)), fit))
}

const namesOf = (skus: readonly OwnSku[]): string => {
  const names = skus.slice(0, 3).map(({ sku }) => sku)
  return `${names.join(' or ')}${skus.length > names.length ? ` or ${skus.length - names.length} more` : ''}`
}

export type SuggestedSku = { sku: OwnSku; evidence: string }

/**
 * The SKU that an item most likely is, for a person to confirm. Null when two are as likely, or when code, barcode and title speak for
 * different ones.
 */
export function suggestSku(index: MatchIndex, item: SoldItem): SuggestedSku | null {
  const byBarcode = index.ownersOfBarcode(item.barcode)
  const byCode = index.nearOwnersOfCode(item.sku)
  const disagree = byBarcode.length > 0 && byCode.length > 0 && !byCode.some((sku) => byBarcode.includes(sku))
  if (disagree) return null
  const likely = findLikely(index, item)
  const [best, second] = likely
  if (!best || (second && best.score - second.score < leastMargin)) return null
  const isContradicted = likely.some(
    ({ likeness }) => likeness.fit.contained - best.likeness.fit.contained > mostContradiction,
  )
  return isContradicted ? null : { sku: best.sku, evidence: evidenceOf(item, best.sku, best.likeness) }
}

/** All SKUs that an item may be, also those that the channel sells already: they may have several codes. Likeliest first. */
export const rankSkus = (index: MatchIndex, item: SoldItem): SuggestedSku[] =>
  findLikely({ ...index, usedSkus: new Set() }, item)
    .slice(0, mostRanked)
    .map(({ sku, likeness }) => ({ sku, evidence: evidenceOf(item, sku, likeness) }))

const mostRanked = 5

/** The likely SKUs, best first. */
function findLikely(index: MatchIndex, item: SoldItem) {
  const words = titleTerms(item.title, item.variant)
  const byBarcode = index.ownersOfBarcode(item.barcode)
  const byCode = index.nearOwnersOfCode(item.sku)
  const candidates = new Set([...byBarcode, ...byCode, ...index.findSimilar(words)])
  return [...candidates]
    .flatMap((sku) => {
      const likeness: Likeness = {
        hasSameBarcode: byBarcode.includes(sku),
        hasSameCode: byCode.includes(sku),
        fit: fitOf(words, index.wordsOf(sku)),
      }
      return isLikely(index, sku, likeness) ? [{ sku, likeness, score: scoreOf(likeness) }] : []
    })
    .toSorted((one, other) => other.score - one.score)
}

/** How much better the title of another SKU may fit than that of the one with the same code or barcode. */
const mostContradiction = 0.15

type Likeness = { hasSameBarcode: boolean; hasSameCode: boolean; fit: Fit }

/** A similar title alone does not count for a SKU that the channel sells already. */
function isLikely({ usedSkus }: MatchIndex, sku: OwnSku, { hasSameBarcode, hasSameCode, fit }: Likeness): boolean {
  if (!sku.isActive) return false
  return hasSameBarcode || hasSameCode || (isSimilar(fit) && !usedSkus.has(sku.id))
}

const isSimilar = ({ contained, dice }: Fit): boolean => contained >= 0.6 && dice >= 0.5

const scoreOf = ({ hasSameBarcode, hasSameCode, fit }: Likeness): number =>
  Number(hasSameBarcode) + Number(hasSameCode) + fit.contained + fit.dice / 10

/** How much better than the next the best must be: with two that are as likely, neither is suggested. */
const leastMargin = 0.01

function evidenceOf(item: SoldItem, own: OwnSku, { hasSameBarcode, hasSameCode, fit }: Likeness): string {
  const parts = [
    hasSameBarcode ? `Same barcode ${item.barcode}` : null,
    hasSameCode ? codeEvidence(item.sku?.trim() ?? '', own.sku) : null,
    isSimilar(fit) ? titleEvidence(item, own) : null,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

const codeEvidence = (code: string, own: string): string =>
  code === own ? `Same code ${own}` : `Code ${code} differs only in dashes, spaces or capitals`

function titleEvidence({ variant }: SoldItem, own: OwnSku): string {
  const words = titleTerms(variant)
  const ownWords = new Set(titleTerms(own.title))
  return words.length > 0 && words.every((word) => ownWords.has(word))
    ? `Similar title, same ${variant}`
    : 'Similar title'
}

/** Words that say nothing about which product it is. */
const fillers = new Set(['a', 'an', 'and', 'by', 'for', 'in', 'of', 'on', 'the', 'to', 'with'])

/** The distinct words of a title without accents, case and fillers. */
function titleTerms(...texts: (string | null)[]): string[] {
  const plain = texts.join(' ').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u))].filter((word) => word !== '' && !fillers.has(word))
}

/** How well a title of ours fits: the share of the item's words that it has, then (Dice coefficient) how few others it has. */
type Fit = { contained: number; dice: number }

function fitOf(words: readonly string[], title: ReadonlySet<string>): Fit {
  const shared = words.filter((word) => title.has(word)).length
  if (shared === 0) return { contained: 0, dice: 0 }
  return { contained: shared / words.length, dice: (2 * shared) / (words.length + title.size) }
}

const isBetterFit = (one: Fit, other: Fit): boolean =>
  one.contained > other.contained || (one.contained === other.contained && one.dice > other.dice)

/** How many entries one look-up reads: words that nearly every title has tell little and cost most. */
const mostEntries = 6_000

const mostCandidates = 20

/** An inverted index of titles, which finds similar ones among ten thousand without comparing with each. */
function createTitleIndex(titles: readonly ReadonlySet<string>[]): (words: readonly string[]) => number[] {
  const titlesWith = new Map<string, number[]>()
  titles.forEach((words, index) => {
    for (const word of words) {
      const found = titlesWith.get(word)
      if (found) found.push(index)
      else titlesWith.set(word, [index])
    }
  })
  const counts = new Uint8Array(titles.length)

  /** The titles that share most words with these, by index; the rarest words are looked up first. */
  return (words) => {
    const lists: number[][] = []
    let entries = 0
    for (const list of words.flatMap((word) => [titlesWith.get(word) ?? []]).toSorted((a, b) => a.length - b.length)) {
      entries += list.length
      if (entries > mostEntries && lists.length > 0) break
      lists.push(list)
    }
    let most = 0
    for (const list of lists)
      for (const index of list) most = Math.max(most, (counts[index] = (counts[index] ?? 0) + 1))
    const [best, second]: [number[], number[]] = [[], []]
    for (const list of lists) {
      for (const index of list) {
        if (counts[index] === most) best.push(index)
        else if (counts[index] === most - 1 && second.length < mostCandidates) second.push(index)
        counts[index] = 0
      }
    }
    return most === 0 ? [] : [...best.slice(0, mostCandidates), ...second].slice(0, mostCandidates)
  }
}
