import type { ChainFault, ChainReport } from '#contract/audit.ts'
import { platformCompanyId } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/db/client.ts'
import {
  beforeFirst,
  type ChainDefect,
  type ChainPlace,
  type ChainStart,
  checkEntries,
  checkPlaces,
  findHash,
  findHead,
  findPlaceBehind,
  listCompanyIds,
} from './queries.ts'

type ChainReader = { transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> }

const batchSize = 5_000

/** Some seconds' worth. */
const maxInteractive = 250_000

/**
 * For somebody who waits: the newest entries, whose chain is taken to be whole where it begins. Ids grow with time, so that
 * what was slipped in since is behind the entry at that place.
 */
export async function verifyNewest(
  reader: ChainReader,
  companyId: string,
  most = maxInteractive,
): Promise<ChainReport> {
  const first = await reader.transaction((tx) => findPlaceBehind(tx, companyId, most))
  if (!first) return verifyChain(reader, companyId)
  const report = await verifyChain(reader, companyId, { after: first })
  return { ...report, entries: Math.max(0, (report.head?.seq ?? 0) - first.seq), older: first.seq }
}

type ChainScope = { after?: ChainStart; keptHeads?: readonly ChainPlace[] }

/**
 * Whether every entry of a company is as it was written, none was taken away and none was slipped in. That the newest ones
 * were not taken away together with their places can only be told from heads that were kept elsewhere.
 */
export async function verifyChain(
  reader: ChainReader,
  companyId: string,
  { after = beforeFirst, keptHeads = [] }: ChainScope = {},
): Promise<ChainReport> {
  const faults = createFaultList()
  const head = await reader.transaction((tx) => findHead(tx, companyId))
  for await (const defects of placesBetween(reader, companyId, after, head ?? beforeFirst)) {
    defects.forEach(faults.addDefect)
  }
  let entries = 0
  for await (const { count, unchained } of entriesOf(reader, companyId, after.entryId)) {
    entries += count
    faults.add(unchained.map((entryId) => ({ kind: 'unchained', seq: null, entryId })))
  }
  for (const kept of keptHeads) faults.add(await compareHead(reader, companyId, kept))
  return { entries, head, ...faults.found() }
}

async function* placesBetween({ transaction }: ChainReader, companyId: string, first: ChainPlace, head: ChainPlace) {
  let after: ChainPlace | null = first
  while (after && after.seq < head.seq) {
    const from: ChainPlace = after
    const checked = await transaction((tx) =>
      checkPlaces(tx, { companyId, after: from, until: head.seq, limit: batchSize }),
    )
    yield checked.doubts
    after = checked.last
  }
}

async function* entriesOf({ transaction }: ChainReader, companyId: string, first: string) {
  let after: string | null = first
  while (after) {
    const from: string = after
    const checked = await transaction((tx) => checkEntries(tx, { companyId, after: from, limit: batchSize }))
    yield checked
    after = checked.last
  }
}

async function compareHead({ transaction }: ChainReader, companyId: string, kept: ChainPlace): Promise<ChainFault[]> {
  const hash = await transaction((tx) => findHash(tx, companyId, kept.seq))
  if (hash === kept.hash) return []
  return [{ kind: hash === null ? 'missing' : 'changed', seq: kept.seq, entryId: null }]
}

export type ExternalHead = ChainPlace & { companyId: string }

export type CompanyReport = ChainReport & { companyId: string }

type PlatformReader = { transaction: Database['onPlatform'] }

/** The log of the platform itself, then each company's, one after another. */
export async function* verifyAll(
  { transaction }: PlatformReader,
  keptHeads: readonly ExternalHead[] = [],
): AsyncGenerator<CompanyReport> {
  const known = [platformCompanyId, ...(await transaction(listCompanyIds))]
  for (const companyId of new Set([...known, ...keptHeads.map((kept) => kept.companyId)])) {
    const ofCompany = { keptHeads: keptHeads.filter((head) => head.companyId === companyId) }
    yield { companyId, ...(await verifyChain({ transaction: (work) => transaction(work) }, companyId, ofCompany)) }
  }
}

const mostListed = 100

/** Counts all faults and lists the first: a log that was replaced as a whole has as many as it has entries. */
function createFaultList() {
  const listed: ChainFault[] = []
  let faultCount = 0
  const add = (found: readonly ChainFault[], count = found.length) => {
    listed.push(...found.slice(0, mostListed - listed.length))
    faultCount += count
  }
  return {
    add,
    addDefect: (defect: ChainDefect) => add(...faultsAt(defect)),
    found: () => ({ faults: listed, faultCount }),
  }
}

/** With how many they are: of a gap only so much is told one by one as can be listed, since whoever forges a place can name any. */
function faultsAt({ seq, entryId, gap, isMissing, isChanged }: ChainDefect): [ChainFault[], number] {
  const own: ChainFault[] = [
    ...(isMissing ? [{ kind: 'missing', seq, entryId } as const] : []),
    ...(isChanged ? [{ kind: 'changed', seq, entryId } as const] : []),
  ]
  const places = Array.from({ length: Math.min(gap, mostListed) }, (_, index) => seq - gap + index)
  const lost = places.map((place): ChainFault => ({ kind: 'missing', seq: place, entryId: null }))
  return [[...lost, ...own], gap + own.length]
}
