import type { ChainFault } from '#contract/audit.ts'
import type { ChainDefect } from './queries/chain.ts'

const mostListed = 100

/** Counts all faults and lists the first: a log that was replaced as a whole has as many as it has entries. */
export function createFaultList() {
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
