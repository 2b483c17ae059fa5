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

/** Entries that can be verified in a few seconds. */
const maxInteractive = 250_000

/**
 * Verifies the newest entries while a person waits, assuming that the chain before them is intact. Ids grow with time,
 * so entries inserted later have larger ids than the start.
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
 * Verifies a company's hash chain: no entry was changed, removed or inserted. Only heads kept outside the database can
 * show that the newest entries were removed together with their positions.
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
  for (const external of keptHeads) faults.add(await compareHead(reader, companyId, external))
  return { entries, head, ...faults.found() }
}

const batchSize = 5_000

async function* placesBetween({ transaction }: ChainReader, companyId: string, first: ChainPlace, head: ChainPlace) {
  let after: ChainPlace | null = first
  while (after && after.seq < head.seq) {
    const from: ChainPlace = after
    const checked = await transaction((tx) =>
      checkPlaces(tx, { companyId, after: from, until: head.seq, limit: batchSize }),
    )
    yield checked.defects
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

async function compareHead(
  { transaction }: ChainReader,
  companyId: string,
  external: ChainPlace,
): Promise<ChainFault[]> {
  const hash = await transaction((tx) => findHash(tx, companyId, external.seq))
  if (hash === external.hash) return []
  return [{ kind: hash === null ? 'missing' : 'changed', seq: external.seq, entryId: null }]
}

export type ExternalHead = ChainPlace & { companyId: string }

type CompanyReport = ChainReport & { companyId: string }

type PlatformReader = { transaction: Database['onPlatform'] }

/** Verifies the platform's own log, then each company's. */
export async function* verifyAll(
  { transaction }: PlatformReader,
  keptHeads: readonly ExternalHead[] = [],
): AsyncGenerator<CompanyReport> {
  const known = [platformCompanyId, ...(await transaction(listCompanyIds))]
  for (const companyId of new Set([...known, ...keptHeads.map((head) => head.companyId)])) {
    const ofCompany = { keptHeads: keptHeads.filter((head) => head.companyId === companyId) }
    yield { companyId, ...(await verifyChain({ transaction: (work) => transaction(work) }, companyId, ofCompany)) }
  }
}

const mostListed = 100

/** Counts all faults and lists the first 100: a replaced log has as many faults as entries. */
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

/**
 * The faults of a position and their number. Long gaps are not listed one by one, since a forged position can claim any
 * length.
 */
function faultsAt({ seq, entryId, gap, isMissing, isChanged }: ChainDefect): [ChainFault[], number] {
  const own: ChainFault[] = [
    ...(isMissing ? [{ kind: 'missing', seq, entryId } as const] : []),
    ...(isChanged ? [{ kind: 'changed', seq, entryId } as const] : []),
  ]
  const places = Array.from({ length: Math.min(gap, mostListed) }, (_, index) => seq - gap + index)
  const lost = places.map((place): ChainFault => ({ kind: 'missing', seq: place, entryId: null }))
  return [[...lost, ...own], gap + own.length]
}
