import { z } from 'zod'
import type { ChainFault } from '#contract/audit.ts'
import { verifyAll, type KeptHead } from '#server/features/audit/verify-all.ts'
import { openDatabase } from '#server/platform/db/client.ts'

type Print = (line: string) => void

/**
 * `npm run verify-audit`: a line per company, which is also the head to keep; `--head <company>:<seq>:<hash>` compares with one
 * that was kept, any number of times.
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
      print(`${companyId}:${head?.seq ?? 0}:${head?.hash ?? ''}  ${counted(entries, 'entry', 'entries')}, ${verdict}`)
      for (const fault of faults) print(`  ${sentenceOf(fault)}`)
      if (faultCount > faults.length) print(`  and ${faultCount - faults.length} more`)
    }
  } finally {
    await db.close()
  }
  if (found > 0) throw new Error('The audit log is not as it was written. Keep a copy of the database as it is now.')
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const Head = z.templateLiteral([z.uuid(), ':', z.int().positive(), ':', z.hex().length(64)])

function headsIn(args: readonly string[]): KeptHead[] {
  const [flag, value, ...rest] = args
  if (flag === undefined) return []
  if (flag !== '--head' || !Head.safeParse(value).success) {
    throw new Error('Say nothing, or what to compare with: --head <company>:<seq>:<hash>')
  }
  const [companyId = '', seq = '', hash = ''] = (value ?? '').split(':')
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
