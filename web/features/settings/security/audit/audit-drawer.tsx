import { useContext } from 'react'
import { actorTypeLabels, type AuditRow } from '#contract/audit.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { Fact } from '#web/shared/fact.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { TimeZone } from '#web/shared/time-zone.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { AuditChanges } from './audit-changes.tsx'
import { resourceLabel } from './audit-words.ts'
import { actionLabel } from './deed-words.ts'

type AuditDrawerProps = { entry: AuditRow; onClose: () => void }

export function AuditDrawer({ entry, onClose }: AuditDrawerProps) {
  const { at, actorName, actorType, action, resource, resourceId, changes, ipAddress, userAgent, requestId } = entry
  return (
    <Drawer open onOpenChange={onClose} side="right" size="wide" title={actionLabel(entry)}>
      <div className="grid gap-7 px-4 pb-8">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <Fact label="Who">
            {actorName} <span className="text-muted">({actorTypeLabels[actorType]})</span>
          </Fact>
          <Fact label="When">
            <ExactTime moment={at} />{' '}
            <span className="text-muted">
              (<RelativeTime moment={at} />)
            </span>
          </Fact>
          <Fact label="Action">
            <code className="font-mono">{action}</code>
          </Fact>
          <Fact label={resourceLabel(resource)}>
            {resourceId ? <CopyableCode label="ID" code={resourceId} /> : '—'}
          </Fact>
          <Fact label="Address">{ipAddress ?? '—'}</Fact>
          <Fact label="Request ID">{requestId ? <CopyableCode label="request ID" code={requestId} /> : '—'}</Fact>
          <div className="sm:col-span-full">
            <Fact label="Browser or program">{userAgent ?? '—'}</Fact>
          </div>
        </dl>
        <DrawerSection title="What changed" description="Secrets and personal data are masked.">
          <AuditChanges changes={changes} />
        </DrawerSection>
      </div>
    </Drawer>
  )
}

function ExactTime({ moment }: { moment: string }) {
  const timeZone = useContext(TimeZone)
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(new Date(moment))
}
