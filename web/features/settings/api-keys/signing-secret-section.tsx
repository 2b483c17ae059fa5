import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import type { SigningSecret } from '#contract/api-keys.ts'
import { ComingTime } from '#web/shared/coming-time.tsx'
import { QueryContent } from '#web/shared/loaded.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { useSigningSecret } from './api.ts'
import { MaskedField } from './masked-field.tsx'
import { RotateSigningSecret } from './rotate-secret.tsx'
import { useRevealedSecret } from './use-signing-secret-shown.ts'

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
  const { secret, keep, hide, reveal, isRevealing } = useRevealedSecret(masked)
  return (
    <>
      <MaskedField label="Webhook signing secret" value={secret ?? masked ?? 'Made when it is first revealed'}>
        {secret && <CopyButton text={secret} label="Copy signing secret" />}
        <Button isPending={isRevealing} onClick={secret ? hide : reveal}>
          {secret ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {secret ? 'Hide' : 'Reveal'}
        </Button>
        {masked && <RotateSigningSecret onRotated={keep} />}
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
