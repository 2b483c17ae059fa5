import { cx } from 'class-variance-authority'
import { useContext } from 'react'
import { actorTypeLabels, type AuditRow } from '#contract/audit.ts'
import { locale, t } from '#contract/i18n.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { DrawerSection, Fact } from '#web/shared/drawer-section.tsx'
import { RelativeTime, TimeZone } from '#web/shared/relative-time.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { actionLabel, fieldLabel, resourceLabel, valueText } from './labels.ts'

type AuditDrawerProps = { entry: AuditRow; onClose: () => void }

export function AuditDrawer({ entry, onClose }: AuditDrawerProps) {
  const { at, actorName, actorType, action, resource, resourceId, subject, changes } = entry
  const { ipAddress, userAgent, requestId } = entry
  return (
    <Drawer open onOpenChange={onClose} side="right" size="wide" title={actionLabel(entry)}>
      <div className="grid gap-7 px-4 pb-8">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <Fact label={t('Who')}>
            {actorName} <span className="text-muted">({actorTypeLabels[actorType]})</span>
          </Fact>
          <Fact label={t('When')}>
            <ExactTime moment={at} />{' '}
            <span className="text-muted">
              (<RelativeTime moment={at} />)
            </span>
          </Fact>
          <Fact label={t('Action')}>
            <code className="font-mono">{action}</code>
          </Fact>
          <Fact label={resourceLabel(resource)}>
            {subject !== null && <span className="block wrap-anywhere">{subject}</span>}
            {resourceId ? <CopyableCode label={t('ID')} code={resourceId} /> : '—'}
          </Fact>
          <Fact label={t('IP address')}>{ipAddress ?? '—'}</Fact>
          <Fact label={t('Request ID')}>
            {requestId ? <CopyableCode label={t('request ID')} code={requestId} /> : '—'}
          </Fact>
          <div className="sm:col-span-full">
            <Fact label={t('Browser or app')}>{userAgent ?? '—'}</Fact>
          </div>
        </dl>
        <DrawerSection title={t('What changed')} description={t('Secrets and personal data are masked.')}>
          <AuditChanges changes={changes} />
        </DrawerSection>
      </div>
    </Drawer>
  )
}

function ExactTime({ moment }: { moment: string }) {
  const timeZone = useContext(TimeZone)
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(
    new Date(moment),
  )
}

/** Changed fields with their values before and after. */
function AuditChanges({ changes }: Pick<AuditRow, 'changes'>) {
  const { before = {}, after = {} } = changes ?? {}
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => valueText(before[field]) !== null || valueText(after[field]) !== null,
  )
  if (fields.length === 0) return <p className="text-muted">{t('No values changed.')}</p>
  return (
    <ul aria-label={t('Changed values')} className="grid gap-3">
      {fields.map((field) => (
        <li key={field} className="overflow-hidden rounded-lg border">
          <h4 className="border-b bg-sunken px-3 py-1.5 text-sm font-medium wrap-anywhere">{fieldLabel(field)}</h4>
          <dl className="grid divide-y sm:grid-cols-2 sm:divide-x sm:divide-y-0">
            <Side label={t('Before')} value={before[field]} isOld />
            <Side label={t('After')} value={after[field]} />
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
        {text ?? t('Empty')}
      </dd>
    </div>
  )
}
