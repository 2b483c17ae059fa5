import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { t } from '#contract/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useCanSeeSecrets, canBeShown, type SecretName, type Secrets } from './use-secrets.ts'

type SecretLineProps = {
  label: string
  /** The channel's name, if several channels are on screen. */
  of?: string
  name: SecretName
  masked: string | null
  /** Whether there is no secret; also shown to roles that may not see secrets. */
  isMissing?: boolean
  secrets: Secrets
}

/** A masked secret with buttons to reveal and copy it. */
export function SecretLine({ label, of, name, masked, isMissing = false, secrets }: SecretLineProps) {
  const canSee = useCanSeeSecrets()
  const value = secrets.shown(name, masked)
  if (isMissing || (canSee && !canBeShown(name, masked))) return <p className="text-muted">{t('Not configured')}</p>
  if (!canSee) return <p className="text-muted">{t('Visible to Operations and Admin only')}</p>
  const named = of ? t('{label} for {of}', { label, of }) : label
  const toggle = value ? t('Hide {secret}', { secret: named }) : t('Reveal {secret}', { secret: named })
  return (
    <div className="flex items-center gap-1">
      <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">
        {value ?? masked ?? t('Created when first revealed')}
      </code>
      <Tooltip content={toggle}>
        <Button
          variant="quiet"
          size="icon"
          aria-label={toggle}
          isPending={secrets.revealing === name}
          onClick={() => (value ? secrets.hide(name) : void secrets.reveal(name).catch(ignoreFailure))}
        >
          {value ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </Button>
      </Tooltip>
      {value && <CopyButton text={value} label={t('Copy {label}', { label: named })} />}
    </div>
  )
}

/** useRevealSecret shows the toast. */
const ignoreFailure = () => undefined
