import type { ChainFault, ChainReport } from '#contract/audit.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { useCompanyId } from '#web/shared/use-company-id.ts'
import { Alert } from '#web/ui/alert.tsx'

/** What verifying the log has found. */
export function VerificationResult({ report }: { report: ChainReport }) {
  const { faults, faultCount } = report
  if (faultCount > 0) {
    return (
      <Alert tone="danger" title={`The log is not as it was written: ${formatCount(faultCount, 'fault')}`}>
        <p>Somebody has changed it past Lockstep. Keep a copy of the database and tell your provider’s team.</p>
        <ul aria-label="Faults" className="mt-2 grid gap-1">
          {faults.map((fault) => (
            <li key={`${fault.kind} ${fault.seq} ${fault.entryId}`} className="flex flex-wrap items-center gap-x-2">
              {faultSentence(fault)} {fault.entryId && <CopyableCode label="entry" code={fault.entryId} />}
            </li>
          ))}
        </ul>
        {faultCount > faults.length && (
          <p className="text-muted">The first {formatNumber(faults.length)} are listed.</p>
        )}
      </Alert>
    )
  }
  return (
    <Alert tone="success" title="The log is whole">
      <p>{intactSentence(report)}</p>
      <ChainHead report={report} />
    </Alert>
  )
}

function intactSentence({ entries, older }: ChainReport): string {
  if (older) {
    return `The newest ${formatNumber(entries)} entries are as they were written, and none is missing. The older ${formatNumber(older)} are checked every night.`
  }
  if (entries === 0) return 'Nothing has been recorded yet.'
  if (entries === 1) return 'Its 1 entry is as it was written.'
  return `All ${formatNumber(entries)} entries are as they were written, and none is missing.`
}

/** In the form in which the command `verify-audit --head` takes it. */
function ChainHead({ report: { head } }: { report: ChainReport }) {
  const companyId = useCompanyId()
  if (!head) return null
  return (
    <div className="mt-2 text-sm text-muted">
      <p>Keep this head outside Lockstep: checked against it later, the log can’t have lost its end unseen.</p>
      <CopyableCode label="head" code={`${companyId}:${head.seq}:${head.hash}`} />
    </div>
  )
}

function faultSentence({ kind, seq }: ChainFault): string {
  const entry = seq === null ? 'An entry' : `Entry ${formatNumber(seq)}`
  if (kind === 'changed') return `${entry} was changed.`
  return kind === 'missing' ? `${entry} is missing.` : `${entry} stands outside the chain.`
}
