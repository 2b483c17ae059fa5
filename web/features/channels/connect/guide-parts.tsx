import Eye from 'lucide-react/icons/eye'
import type { ReactNode } from 'react'
import { type ChannelDetail, channelsApi } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { canBeShown, type SecretName, type Secrets } from '../keys/use-secrets.ts'

type ChannelAndSecrets = { channel: ChannelDetail; secrets: Secrets }

export type GuideProps = ChannelAndSecrets & {
  /** Opens the tab General. */
  onGeneral: () => void
}

export function Steps({ children }: { children: ReactNode }) {
  return <ol className="grid gap-4 [counter-reset:step]">{children}</ol>
}

type StepProps = {
  /** The instruction. */
  text: ReactNode
  /** What the step needs, for example a URL to copy. */
  children?: ReactNode
}

export function Step({ text, children }: StepProps) {
  return (
    <li className="flex gap-3 [counter-increment:step]">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent before:content-[counter(step)]"
      />
      <div className="grid min-w-0 flex-1 gap-3">
        <p className="pt-0.5 wrap-anywhere">{text}</p>
        {children}
      </div>
    </li>
  )
}

/** A link to the tab General inside a sentence. */
export function GeneralLink({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="font-medium text-accent underline underline-offset-2" onClick={onClick}>
      {t('General')}
    </button>
  )
}

type RevealSecretsProps = ChannelAndSecrets & { names: readonly SecretName[] }

/** Reveals the secrets, which the code below then contains; hidden once all are revealed. */
export function RevealSecrets({ names, channel, secrets }: RevealSecretsProps) {
  const missing = names.filter((name) => canBeShown(name, channel[name]) && secrets.shown(name, channel[name]) === null)
  if (missing.length === 0) return null

  async function revealAll() {
    for (const name of missing) await secrets.reveal(name)
  }

  return (
    <PermittedButton
      access={channelsApi.reveal.access}
      task={t('see keys')}
      size="small"
      className="justify-self-start"
      isPending={secrets.revealing !== null}
      // useRevealSecret shows the toast.
      onClick={() => void revealAll().catch(() => undefined)}
    >
      <Eye aria-hidden />
      {names.length === 1 ? t('Fill in the secret') : t('Fill in the secrets')}
    </PermittedButton>
  )
}

const environmentNames: Record<SecretName, string> = {
  apiKey: 'LOCKSTEP_API_KEY',
  feedKey: 'LOCKSTEP_FEED_KEY',
  webhookSecret: 'LOCKSTEP_WEBHOOK_SECRET',
  signingSecret: 'LOCKSTEP_SIGNING_SECRET',
}

const placeholders: Record<SecretName, string> = {
  apiKey: t('<API key>'),
  feedKey: t('<feed key>'),
  webhookSecret: t('<webhook secret>'),
  signingSecret: t('<signing secret>'),
}

/** The secret if it is revealed, else a placeholder such as <API key>. */
export const secretOrPlaceholder = (name: SecretName, { channel, secrets }: ChannelAndSecrets): string =>
  secrets.shown(name, channel[name]) ?? placeholders[name]

/** Lines of a `.env` file: the sample programs read secrets from the environment. */
export const environmentFile = (names: readonly SecretName[], context: ChannelAndSecrets): string =>
  names.map((name) => `${environmentNames[name]}=${secretOrPlaceholder(name, context)}`).join('\n')
