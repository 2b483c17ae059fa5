import { rich } from '#web/shared/rich.tsx'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ReactNode, useState } from 'react'
import type { ApiKeyRow, NewApiKey, SigningSecret } from '#contract/api-keys.ts'
import { maskKey } from '#contract/channel-values.ts'
import { t } from '#contract/i18n.ts'
import { ComingTime, RelativeTime, useNow } from '#web/shared/relative-time.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { useFocusAfterRemoval } from '#web/ui/focus.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { useGenerateMaster, useRevealSigningSecret, useRotateSigningSecret, useSigningSecret } from './api.ts'
import { ReplaceDialog, RevokeKeyDialog } from './key-dialogs.tsx'
import { masterKeys } from './key-state.ts'

type MasterKeySectionProps = { keys: readonly ApiKeyRow[]; onCreated: (key: NewApiKey) => void }

export function MasterKeySection({ keys, onCreated }: MasterKeySectionProps) {
  const [revoking, setRevoking] = useState<ApiKeyRow | null>(null)
  const { current, earlier } = masterKeys(keys, useNow())
  const content = useFocusAfterRemoval<HTMLDivElement>(earlier.length + (current ? 1 : 0))
  return (
    <SettingsSection
      title={t('Full access')}
      description={
        <>
          {rich(
            t('The master key has full access to the API at {path} for your company. <docs>API documentation</docs>'),
            {
              path: <code className="font-mono">{'/api/v1'}</code>,
              docs: documentationLink,
            },
          )}
        </>
      }
    >
      <div ref={content} tabIndex={-1} className="grid gap-4 outline-none">
        <MaskedField label={t('Master key')} value={current?.masked ?? t('Not configured')}>
          <GenerateMasterKey current={current} onCreated={onCreated} />
          {current && <Button onClick={() => setRevoking(current)}>{t('Revoke')}</Button>}
        </MaskedField>
        {current && <KeyHistory apiKey={current} />}
        {earlier.map((key) => (
          <div key={key.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
            <p className="text-muted">
              {rich(
                key.expiresAt
                  ? t('The previous key, {key}, still works and expires {when}.')
                  : t('The previous key, {key}, still works.'),
                {
                  key: <code className="font-mono">{key.masked}</code>,
                  when: key.expiresAt && <ComingTime moment={key.expiresAt} />,
                },
              )}
            </p>
            <Button
              size="small"
              aria-label={t('Revoke now: {masked}', { masked: key.masked })}
              onClick={() => setRevoking(key)}
            >
              {t('Revoke now')}
            </Button>
          </div>
        ))}
      </div>
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </SettingsSection>
  )
}

const documentationLink = (words: ReactNode) => (
  <a href="/api/docs" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
    {words}
  </a>
)

/** Who created a key, and when it was used last. */
function KeyHistory({ apiKey: { createdAt, createdByName, lastUsedAt } }: { apiKey: ApiKeyRow }) {
  return (
    <p className="text-sm text-muted">
      {rich(createdByName ? t('Created {when} by {name}.') : t('Created {when}.'), {
        when: <RelativeTime moment={createdAt} />,
        name: createdByName,
      })}{' '}
      {lastUsedAt ? rich(t('Last used {when}.'), { when: <RelativeTime moment={lastUsedAt} /> }) : t('Not used yet.')}
    </p>
  )
}

type GenerateMasterKeyProps = { current: ApiKeyRow | undefined; onCreated: (key: NewApiKey) => void }

/** Generates the first master key at once; replacing one needs a confirmation. */
function GenerateMasterKey({ current, onCreated }: GenerateMasterKeyProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const generate = useGenerateMaster((newKey) => {
    setIsConfirming(false)
    onCreated(newKey)
  })

  function openDialog() {
    generate.reset()
    setIsConfirming(true)
  }

  return (
    <>
      <Button
        variant="primary"
        isPending={generate.isPending && !isConfirming}
        onClick={() => (current ? openDialog() : generate.mutate(0))}
      >
        {t('Generate New')}
      </Button>
      {isConfirming && (
        <ReplaceDialog
          title={t('Generate a new master key?')}
          description={t('Apps that use the current key must switch before it expires. Other keys won’t change.')}
          action={t('Generate New')}
          consequence={(term) => t('The current master key will stop working {term}.', { term })}
          serverError={generate.error}
          isPending={generate.isPending}
          onReplace={generate.mutate}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}

export function SigningSecretSection() {
  const query = useSigningSecret()
  return (
    <SettingsSection
      title={t('Signatures')}
      description={t('Lockstep signs everything it sends to your channels. Verify the signature on every message.')}
    >
      <QueryContent what={t('The signing secret')} query={query}>
        {(signing) => <Secret signing={signing} />}
      </QueryContent>
    </SettingsSection>
  )
}

function Secret({ signing: { masked, createdAt, previous } }: { signing: SigningSecret }) {
  const { secret, show, hide, reveal, isRevealing } = useRevealedSecret(masked)
  return (
    <>
      <MaskedField label={t('Webhook signing secret')} value={secret ?? masked ?? t('Created when first revealed')}>
        {secret && <CopyButton text={secret} label={t('Copy signing secret')} />}
        <Button isPending={isRevealing} onClick={secret ? hide : reveal}>
          {secret ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {secret ? t('Hide') : t('Reveal')}
        </Button>
        {masked && <RotateSigningSecret onRotated={show} />}
      </MaskedField>
      {createdAt && (
        <p className="text-sm text-muted">
          {rich(t('Created {when}.'), { when: <RelativeTime moment={createdAt} /> })}{' '}
          {previous.map((earlier) => (
            <span key={earlier.masked}>
              {rich(t('An earlier secret, {secret}, still signs messages and expires {when}.'), {
                secret: <code className="font-mono">{earlier.masked}</code>,
                when: <ComingTime moment={earlier.expiresAt} />,
              })}{' '}
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** The signing secret in clear text while it is revealed; null if hidden or if it was replaced since. */
function useRevealedSecret(masked: string | null) {
  const [clear, setClear] = useState<string | null>(null)
  const reveal = useRevealSigningSecret()
  return {
    secret: clear && maskKey(clear) === masked ? clear : null,
    show: setClear,
    hide: () => {
      setClear(null)
      // The mutation would keep the secret in memory.
      reveal.reset()
    },
    reveal: () => reveal.mutate(undefined, { onSuccess: ({ secret }) => setClear(secret) }),
    isRevealing: reveal.isPending,
  }
}

function RotateSigningSecret({ onRotated }: { onRotated: (secret: string) => void }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const rotate = useRotateSigningSecret((secret) => {
    setIsConfirming(false)
    onRotated(secret)
  })

  function openDialog() {
    rotate.reset()
    setIsConfirming(true)
  }

  return (
    <>
      <Button isPending={rotate.isPending && !isConfirming} onClick={openDialog}>
        {t('Rotate')}
      </Button>
      {isConfirming && (
        <ReplaceDialog
          title={t('Rotate the signing secret?')}
          description={t(
            'While both are valid, every message carries both signatures. Update your channels during that time.',
          )}
          action={t('Rotate')}
          consequence={(term) => t('The current secret will stop signing messages {term}.', { term })}
          serverError={rotate.error}
          isPending={rotate.isPending}
          onReplace={rotate.mutate}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}

type MaskedFieldProps = {
  label: string
  value: string
  /** Buttons beside the field. */
  children: ReactNode
}

/** A read-only field with a masked key or secret. */
function MaskedField({ label, value, children }: MaskedFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <div className="min-w-0 grow basis-64">
            <Input {...control} aria-required={undefined} readOnly value={value} className="font-mono" />
          </div>
          {children}
        </div>
      )}
    </Field>
  )
}
