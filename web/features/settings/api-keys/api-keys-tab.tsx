import { useState } from 'react'
import { Link } from 'wouter'
import { apiKeysApi, type NewApiKey } from '#contract/api-keys.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useFocusFallback } from '#web/ui/use-focus-heir.ts'
import { useApiKeys } from './api.ts'
import { MasterKeySection } from './master-key-section.tsx'
import { NamedKeysSection } from './named-keys-section.tsx'
import { NewKeyNotice } from './new-key-notice.tsx'
import { SigningSecretSection } from './signing-secret-section.tsx'

export function ApiKeysTab() {
  const { role } = useCurrentUser()
  if (allows(apiKeysApi.list.access, role)) return <Keys />
  return (
    <p className="p-4 text-muted md:p-5">
      Your role is Read Only. API keys and the signing secret are shown to Operations and Admin only.
    </p>
  )
}

function Keys() {
  const { data: keys, error, isFetching, refetch } = useApiKeys()
  const [newKey, setNewKey] = useState<NewApiKey | null>(null)
  // The notice follows a dialog that is gone when it closes.
  const content = useFocusFallback<HTMLDivElement>(newKey === null)
  return (
    <div ref={content} tabIndex={-1} className="outline-none">
      {error && (
        <div className="p-4 md:p-5">
          <LoadError what="The API keys" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!keys && !error && <Spinner />}
      {keys && <MasterKeySection keys={keys} onMade={setNewKey} />}
      <SigningSecretSection />
      {keys && <NamedKeysSection keys={keys} onMade={setNewKey} />}
      <OtherKeysNote />
      {newKey && <NewKeyNotice newKey={newKey} onClose={() => setNewKey(null)} />}
    </div>
  )
}

function OtherKeysNote() {
  return (
    <p className="border-t p-4 text-sm text-muted md:p-5">
      Keys of the marketplace, social commerce, SMS and email integrations are configured on the{' '}
      <Link href="/amazon-connection" className="font-medium text-accent underline">
        marketplace page
      </Link>{' '}
      or in environment variables.
    </p>
  )
}
