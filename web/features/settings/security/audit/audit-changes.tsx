import { cx } from 'class-variance-authority'
import type { AuditRow } from '#contract/audit.ts'
import { fieldLabel, valueText } from './audit-words.ts'

/** Field by field, before and after beside each other; below each other on a phone. */
export function AuditChanges({ changes }: Pick<AuditRow, 'changes'>) {
  const { before = {}, after = {} } = changes ?? {}
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (fields.length === 0) return <p className="text-muted">It changed no values.</p>
  return (
    <ul aria-label="Changed values" className="grid gap-3">
      {fields.map((field) => (
        <li key={field} className="overflow-hidden rounded-lg border">
          <h4 className="border-b bg-sunken px-3 py-1.5 text-sm font-medium wrap-anywhere">{fieldLabel(field)}</h4>
          <dl className="grid divide-y sm:grid-cols-2 sm:divide-x sm:divide-y-0">
            <Side label="Before" value={before[field]} isOld />
            <Side label="After" value={after[field]} />
          </dl>
        </li>
      ))}
    </ul>
  )
}

type SideProps = { label: string; value: unknown; isOld?: boolean }

function Side({ label, value, isOld = false }: SideProps) {
  const text = valueText(value)
  return (
    <div className="min-w-0 px-3 py-2 text-sm">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className={cx('whitespace-pre-wrap wrap-anywhere', (isOld || text === null) && 'text-muted')}>
        {text ?? 'Nothing'}
      </dd>
    </div>
  )
}
