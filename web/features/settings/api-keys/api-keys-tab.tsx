import { rich } from '#web/shared/rich.tsx'
import Ban from 'lucide-react/icons/ban'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import KeyRound from 'lucide-react/icons/key-round'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type ApiKeyRow, apiKeysApi, type NewApiKey } from '#contract/api-keys.ts'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { CodeBlock } from '#web/shared/copyable-code.tsx'
import { ComingTime, RelativeTime, useNow } from '#web/shared/relative-time.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { useFocusAfterRemoval, useFocusFallback } from '#web/ui/focus.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { ListSection } from '../settings-section.tsx'
import { useApiKeys } from './api.ts'
import { MasterKeySection, SigningSecretSection } from './company-secrets.tsx'
import { RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx'
import { isUsable, type KeyState, keyState } from './key-state.ts'
import { scopeLabels } from './labels.ts'

export function ApiKeysTab() {
  const { role } = useCurrentUser()
  if (allows(apiKeysApi.list.access, role)) return <Keys />
  return (
    <p className="p-4 text-muted md:p-5">
      {t('Your role is Read Only. Only Operations and Admin can see API keys and the signing secret.')}
    </p>
  )
}

function Keys() {
  const { data: keys, error, isFetching, refetch } = useApiKeys()
  const [newKey, setNewKey] = useState<NewApiKey | null>(null)
  // The dialog that opened the notice is gone when it closes, so focus falls back to this element.
  const content = useFocusFallback<HTMLDivElement>(newKey === null)
  return (
    <div ref={content} tabIndex={-1} className="outline-none">
      {error && (
        <div className="p-4 md:p-5">
          <LoadError what={t('The API keys')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!keys && !error && <Spinner />}
      {keys && <MasterKeySection keys={keys} onCreated={setNewKey} />}
      <SigningSecretSection />
      {keys && <NamedKeysSection keys={keys} onCreated={setNewKey} />}
      <OtherKeysNote />
      {newKey && <NewKeyNotice newKey={newKey} onClose={() => setNewKey(null)} />}
    </div>
  )
}

function OtherKeysNote() {
  return (
    <p className="border-t p-4 text-sm text-muted md:p-5">
      {rich(
        t(
          'Keys for the marketplace, social commerce, SMS and email integrations are configured on the <link>marketplace page</link> or in environment variables.',
        ),
        {
          link: marketplaceLink,
        },
      )}
    </p>
  )
}

const marketplaceLink = (words: ReactNode) => (
  <Link href="/amazon-connection" className="font-medium text-accent underline">
    {words}
  </Link>
)

type NewKeyNoticeProps = { newKey: NewApiKey; onClose: () => void }

/** Shows a new key, which the server never shows again. Closing by accident needs a confirmation. */
function NewKeyNotice({ newKey: { name, isMaster, key }, onClose }: NewKeyNoticeProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={() => setIsConfirming(true)}
      title={isMaster ? t('Your new master key') : t('Your new key “{name}”', { name })}
    >
      <CodeBlock title={t('API key')} code={key} />
      <Alert tone="warning" title={t('This key is shown only once')}>
        {t('Copy it into your app’s configuration now. Lockstep can’t show it again.')}
      </Alert>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {t('I’ve saved it')}
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('Close without the key?')}
        confirmLabel={t('Close')}
        cancelLabel={t('Keep it open')}
        onConfirm={onClose}
      >
        {t('It can’t be shown again. If you haven’t saved it, you’ll need to create a new one.')}
      </ConfirmDialog>
    </Dialog>
  )
}

const CreateKeyDialog = lazyPart(async () => (await import('./create/create-key-dialog.tsx')).CreateKeyDialog)

type NamedKeysSectionProps = { keys: readonly ApiKeyRow[]; onCreated: (key: NewApiKey) => void }

function NamedKeysSection({ keys, onCreated }: NamedKeysSectionProps) {
  const [isCreating, setIsCreating] = useState(false)
  const now = useNow()
  const named = keys.filter(({ isMaster }) => !isMaster)
  const list = useFocusAfterRemoval<HTMLDivElement>(named.filter((key) => isUsable(key, now)).length)
  const newKey = (
    <Button
      onFocus={CreateKeyDialog.preload}
      onPointerEnter={CreateKeyDialog.preload}
      onClick={() => setIsCreating(true)}
    >
      {t('New key')}
    </Button>
  )
  return (
    <ListSection
      title={t('Keys for apps')}
      description={t('One key per app, limited to what that app needs. Revoke one without affecting others.')}
      actions={named.length > 0 && newKey}
    >
      {named.length === 0 ? (
        <EmptyState icon={<KeyRound />} action={newKey}>
          {t(
            'No keys yet. Create one for each app that connects to Lockstep, such as a warehouse system or a reporting tool.',
          )}
        </EmptyState>
      ) : (
        <div ref={list} tabIndex={-1} className="border-t outline-none">
          <Table caption={t('API keys')} columns={keyColumns(onCreated)} rows={named} rowKey={({ id }) => id} isWide />
        </div>
      )}
      <Suspense>
        {isCreating && <CreateKeyDialog onCreated={onCreated} onClose={() => setIsCreating(false)} />}
      </Suspense>
    </ListSection>
  )
}

const keyColumns = (onCreated: (key: NewApiKey) => void): readonly TableColumn<ApiKeyRow>[] => [
  {
    header: t('Name'),
    cell: ({ name, masked }) => (
      <span>
        {name}
        <code className="block font-mono text-xs font-normal text-muted">{masked}</code>
      </span>
    ),
  },
  { header: t('Permissions'), cell: ({ scopes }) => scopes.map((scope) => scopeLabels[scope].label).join(', ') },
  {
    header: t('Created'),
    cell: ({ createdAt, createdByName }) => (
      <span>
        <RelativeTime moment={createdAt} />
        {createdByName && <span className="block text-muted">{t('by {name}', { name: createdByName })}</span>}
      </span>
    ),
  },
  {
    header: t('Last used'),
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime moment={lastUsedAt} /> : <Never />),
  },
  { header: t('Expires'), cell: (apiKey) => <Expiry apiKey={apiKey} /> },
  { header: t('State'), cell: (apiKey) => <State apiKey={apiKey} /> },
  {
    header: t('Actions'),
    isHeaderHidden: true,
    align: 'end',
    cell: (apiKey) => (
      <span className="as-cards:ml-auto">
        <KeyMenu apiKey={apiKey} onCreated={onCreated} />
      </span>
    ),
  },
]

const Never = () => <span className="text-muted">{t('Never')}</span>

function Expiry({ apiKey }: { apiKey: ApiKeyRow }) {
  const Time = isUsable(apiKey, useNow()) ? ComingTime : RelativeTime
  return apiKey.expiresAt ? <Time moment={apiKey.expiresAt} /> : <Never />
}

const stateBadges: Record<KeyState, { tone: Tone; label: string }> = {
  active: { tone: 'success', label: t('Active') },
  replaced: { tone: 'warning', label: t('Replaced') },
  expired: { tone: 'neutral', label: t('Expired') },
  revoked: { tone: 'neutral', label: t('Revoked') },
}

function State({ apiKey }: { apiKey: ApiKeyRow }) {
  const { tone, label } = stateBadges[keyState(apiKey, useNow())]
  return <Badge tone={tone}>{label}</Badge>
}

type KeyMenuProps = { apiKey: ApiKeyRow; onCreated: (key: NewApiKey) => void }

/** Actions on a usable key; expired and revoked keys have none. */
function KeyMenu({ apiKey, onCreated }: KeyMenuProps) {
  const [openDialog, setOpenDialog] = useState<'rotate' | 'revoke' | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const state = keyState(apiKey, useNow())

  /** The dialog returns focus to the element focused now; the menu item will be unmounted by then. */
  function open(dialog: 'rotate' | 'revoke') {
    trigger.current?.focus()
    setOpenDialog(dialog)
  }

  if ((state === 'expired' || state === 'revoked') && !openDialog) return null
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button ref={trigger} variant="quiet" size="icon" aria-label={t('Actions for {name}', { name: apiKey.name })}>
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        {state === 'active' && (
          <DropdownMenuItem onSelect={() => open('rotate')}>
            <RefreshCw aria-hidden />
            {t('Rotate…')}
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => open('revoke')}>
          <Ban aria-hidden />
          {t('Revoke…')}
        </DropdownMenuItem>
      </DropdownMenu>
      {openDialog === 'rotate' && (
        <RotateKeyDialog apiKey={apiKey} onCreated={onCreated} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'revoke' && <RevokeKeyDialog apiKey={apiKey} onClose={() => setOpenDialog(null)} />}
    </>
  )
}
