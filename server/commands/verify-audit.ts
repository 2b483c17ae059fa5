import type { ChainFault } from '#contract/audit.ts'
import { verifyAll, type ExternalHead } from '#server/features/audit/verify-chain.ts'
import { openDatabase } from '#server/platform/db/client.ts'

type Print = (line: string) => void

/**
 * `npm run verify-audit`: verifies the hash chain of the audit log and prints a line per company. The line begins with the chain's
 * head, to be stored elsewhere; `--head <company>:<seq>:<hash>` (repeatable) compares the chain with such a stored head.
 */
export async function verifyAudit(databaseUrl: string, args: readonly string[], print: Print): Promise<void> {
  const keptHeads = headsIn(args)
  const db = await openDatabase(databaseUrl, { max: 2, applicationName: 'lockstep verify-audit' })
  let found = 0
  try {
    for await (const { companyId, entries, head, faults, faultCount } of verifyAll(
      { transaction: db.onPlatform },
      keptHeads,
    )) {
      found += faultCount
      const verdict = faultCount === 0 ? 'whole' : counted(faultCount, 'fault', 'faults')
      const name = head ? `${companyId}:${head.seq}:${head.hash}` : companyId
      print(`${name}  ${counted(entries, 'entry', 'entries')}, ${verdict}`)
      for (const fault of faults) print(`  ${sentenceOf(fault)}`)
      if (faultCount > faults.length) print(`  and ${faultCount - faults.length} more`)
    }
  } finally {
    await db.close()
  }
  if (found > 0) throw new Error('The audit log is not as it was written. Keep a copy of the database as it is now.')
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const printedHead = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([1-9]\d{0,14}):([0-9a-f]{64})$/

function headsIn(args: readonly string[]): ExternalHead[] {
  const [flag, value, ...rest] = args
  if (flag === undefined) return []
  const head = flag === '--head' ? printedHead.exec(value ?? '') : null
  if (!head) throw new Error('Say nothing, or what to compare with: --head <company>:<seq>:<hash>')
  const [, companyId = '', seq = '', hash = ''] = head
  return [{ companyId, seq: Number(seq), hash }, ...headsIn(rest)]
}

function sentenceOf({ kind, seq, entryId }: ChainFault): string {
  const entry = `entry ${[seq, entryId && `(${entryId})`].filter(Boolean).join(' ')}`
  switch (kind) {
    case 'changed':
      return `${entry} was changed`
    case 'missing':
      return `${entry} is missing`
    case 'unchained':
      return `${entry} has no place in the chain`
  }
}
