import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ReactNode, useState } from 'react'
import type { ApiKeyRow, NewApiKey, SigningSecret } from '#contract/api-keys.ts'
import { maskKey } from '#contract/channel-values.ts'
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
        <MaskedField label="Master key" value={current?.masked ?? 'Not configured'}>
          <GenerateMasterKey current={current} onCreated={onCreated} />
          {current && <Button onClick={() => setRevoking(current)}>Revoke</Button>}
        </MaskedField>
        {current && (
          <p className="text-sm text-muted">
            Made <RelativeTime moment={current.createdAt} />
            {current.createdByName && ` by ${current.createdByName}`}.{' '}
            {current.lastUsedAt ? (
              <>
                Last used <RelativeTime moment={current.lastUsedAt} />.
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
        Generate New
      </Button>
      {isConfirming && (
        <ReplaceDialog
          title="Generate a new master key?"
          description="Programs that use the present one need the new one before it ends. Other keys stay as they are."
          action="Generate New"
          consequence="the present master key opens nothing any more"
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
      title="Signatures"
      description="Lockstep signs whatever it sends to your channels. Check the signature before you believe a message."
    >
      <QueryContent what="The signing secret" query={query}>
        {(signing) => <Secret signing={signing} />}
      </QueryContent>
    </SettingsSection>
  )
}

function Secret({ signing: { masked, createdAt, previous } }: { signing: SigningSecret }) {
  const { secret, show, hide, reveal, isRevealing } = useRevealedSecret(masked)
  return (
    <>
      <MaskedField label="Webhook signing secret" value={secret ?? masked ?? 'Made when it is first revealed'}>
        {secret && <CopyButton text={secret} label="Copy signing secret" />}
        <Button isPending={isRevealing} onClick={secret ? hide : reveal}>
          {secret ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {secret ? 'Hide' : 'Reveal'}
        </Button>
        {masked && <RotateSigningSecret onRotated={show} />}
      </MaskedField>
      {createdAt && (
        <p className="text-sm text-muted">
          Made <RelativeTime moment={createdAt} />.{' '}
          {previous.map((earlier) => (
            <span key={earlier.masked}>
              An earlier one, <code className="font-mono">{earlier.masked}</code>, signs too and ends{' '}
              <ComingTime moment={earlier.expiresAt} />.{' '}
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
        Rotate
      </Button>
      {isConfirming && (
        <ReplaceDialog
          title="Rotate the signing secret?"
          description="Every message carries the signatures of both while the present one stays good: put the new one into your channels meanwhile."
          action="Rotate"
          consequence="messages are signed with the new secret alone"
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
