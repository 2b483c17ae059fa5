import type { ChainFault, ChainReport } from '#contract/audit.ts'
import { t } from '#contract/i18n.ts'
import { useCompanyId } from '#web/lib/session.tsx'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Alert } from '#web/ui/alert.tsx'

/** Result of verifying the log's hash chain. */
export function VerificationResult({ report }: { report: ChainReport }) {
  const { faults, faultCount } = report
  if (faultCount > 0) {
    return (
      <Alert
        tone="danger"
        title={t('The log was altered: {faultCount, plural, one {# problem} other {# problems}}', { faultCount })}
      >
        <p>{t('Someone changed it outside Lockstep. Keep a copy of the database and contact your provider.')}</p>
        <ul aria-label={t('Problems')} className="mt-2 grid gap-1">
          {faults.map((fault) => (
            <li key={`${fault.kind} ${fault.seq} ${fault.entryId}`} className="flex flex-wrap items-center gap-x-2">
              {faultSentence(fault)} {fault.entryId && <CopyableCode label={t('entry')} code={fault.entryId} />}
            </li>
          ))}
        </ul>
        {faultCount > faults.length && (
          <p className="text-muted">{t('The first {count} are listed.', { count: faults.length })}</p>
        )}
      </Alert>
    )
  }
  return (
    <Alert tone="success" title={t('The log is intact')}>
      <p>{intactSentence(report)}</p>
      <ChainHead report={report} />
    </Alert>
  )
}

function intactSentence({ entries, older }: ChainReport): string {
  if (older) {
    return t(
      'The newest {entries, plural, one {# entry is} other {# entries are}} unchanged and complete. {older, plural, one {# older entry is} other {# older entries are}} checked every night.',
      { entries, older },
    )
  }
  if (entries === 0) return t('Nothing has been recorded yet.')
  return t(
    '{entries, plural, one {Its only entry is unchanged.} other {All # entries are unchanged and none are missing.}}',
    {
      entries,
    },
  )
}

/** In the format of the command `verify-audit --head`. */
function ChainHead({ report: { head } }: { report: ChainReport }) {
  const companyId = useCompanyId()
  if (!head) return null
  return (
    <div className="mt-2 text-sm text-muted">
      <p>
        {t(
          'Save this head value outside Lockstep. Checking the log against it later shows whether the newest entries are still there.',
        )}
      </p>
      <CopyableCode label={t('head')} code={`${companyId}:${head.seq}:${head.hash}`} />
    </div>
  )
}

function faultSentence({ kind, seq }: ChainFault): string {
  if (seq === null) {
    if (kind === 'changed') return t('An entry was changed.')
    return kind === 'missing' ? t('An entry is missing.') : t('An entry isn’t linked to the others.')
  }
  if (kind === 'changed') return t('Entry {seq} was changed.', { seq })
  return kind === 'missing'
    ? t('Entry {seq} is missing.', { seq })
    : t('Entry {seq} isn’t linked to the others.', { seq })
}
