import { useState } from 'react'
import type { ApiKeyRow, NewApiKey } from '#contract/api-keys.ts'
import { ComingTime } from '#web/shared/coming-time.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { useFocusAfterRemoval } from '#web/shared/use-focus-after-work.ts'
import { useNow } from '#web/shared/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { GenerateMasterKey } from './generate-master.tsx'
import { masterKeys } from './key-state.ts'
import { MaskedField } from './masked-field.tsx'
import { RevokeKeyDialog } from './revoke-key.tsx'

type MasterKeySectionProps = { keys: readonly ApiKeyRow[]; onMade: (key: NewApiKey) => void }

export function MasterKeySection({ keys, onMade }: MasterKeySectionProps) {
  const [revoking, setRevoking] = useState<ApiKeyRow | null>(null)
  const { present, earlier } = masterKeys(keys, useNow())
  const content = useFocusAfterRemoval<HTMLDivElement>(earlier.length + (present ? 1 : 0))
  return (
    <SettingsSection
      title="Full access"
      description={
        <>
          The master key opens all of the API at <code className="font-mono">/api/v1</code> for your company.{' '}
          <a href="/api/docs" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
            API documentation
          </a>
        </>
      }
    >
      <div ref={content} tabIndex={-1} className="grid gap-4 outline-none">
        <MaskedField label="Master key" value={present?.masked ?? 'Not configured'}>
          <GenerateMasterKey present={present} onMade={onMade} />
          {present && <Button onClick={() => setRevoking(present)}>Revoke</Button>}
        </MaskedField>
        {present && (
          <p className="text-sm text-muted">
            Made <RelativeTime moment={present.createdAt} />
            {present.createdByName && ` by ${present.createdByName}`}.{' '}
            {present.lastUsedAt ? (
              <>
                Last used <RelativeTime moment={present.lastUsedAt} />.
              </>
            ) : (
              'Not used yet.'
            )}
          </p>
        )}
        {earlier.map((key) => (
          <div key={key.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
            <p className="text-muted">
              The one before, <code className="font-mono">{key.masked}</code>, is good too
              {key.expiresAt && (
                <>
                  {' '}
                  and ends <ComingTime moment={key.expiresAt} />
                </>
              )}
              .
            </p>
            <Button size="small" aria-label={`End it now: ${key.masked}`} onClick={() => setRevoking(key)}>
              End it now
            </Button>
          </div>
        ))}
      </div>
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </SettingsSection>
  )
}
