import Eye from 'lucide-react/icons/eye'
import type { ReactNode } from 'react'
import { type ChannelDetail, channelsApi } from '#contract/channels.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { AddressField } from '../address-field.tsx'
import { canBeShown, type SecretName, type Secrets } from '../keys/use-secrets.ts'

export type GuideProps = {
  channel: ChannelDetail
  secrets: Secrets
  /** Leads to the settings that a step asks for. */
  onGeneral: () => void
}

export function Steps({ children }: { children: ReactNode }) {
  return <ol className="grid gap-4 [counter-reset:step]">{children}</ol>
}

type StepProps = {
  /** What to do, in a sentence. */
  text: ReactNode
  /** What is needed to do it, such as an address to copy. */
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

/** The name of the tab with the settings, inside a sentence. */
export function GeneralLink({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="font-medium text-accent underline underline-offset-2" onClick={onClick}>
      General
    </button>
  )
}

type RevealSecretsProps = { names: readonly SecretName[]; channel: ChannelDetail; secrets: Secrets }

/** Puts the secrets into the code below it; gone once all of them are there. */
export function RevealSecrets({ names, channel, secrets }: RevealSecretsProps) {
  const missing = names.filter((name) => canBeShown(name, channel[name]) && secrets.shown(name, channel[name]) === null)
  if (missing.length === 0) return null

  async function revealAll() {
    for (const name of missing) await secrets.reveal(name)
  }

  return (
    <PermittedButton
      access={channelsApi.reveal.access}
      task="see keys"
      size="small"
      className="justify-self-start"
      isPending={secrets.revealing !== null}
      // A call that fails has its own toast.
      onClick={() => void revealAll().catch(() => undefined)}
    >
      <Eye aria-hidden />
      {names.length === 1 ? 'Fill in the secret' : 'Fill in the secrets'}
    </PermittedButton>
  )
}

type FeedWithKeyProps = Pick<GuideProps, 'channel' | 'secrets'> & { label: string; address: string }

/** The feed for readers that can send no header: the key stands in the address. */
export function FeedWithKey({ label, address, ...known }: FeedWithKeyProps) {
  const key = secretOrPlaceholder('apiKey', known)
  return (
    <AddressField
      label={label}
      address={`${address}?key=${key}`}
      hint="The API key is part of the address: hand it only to programs that you trust."
    />
  )
}

const environmentNames: Record<SecretName, string> = {
  apiKey: 'LOCKSTEP_API_KEY',
  webhookSecret: 'LOCKSTEP_WEBHOOK_SECRET',
  signingSecret: 'LOCKSTEP_SIGNING_SECRET',
}

const placeholders: Record<SecretName, string> = {
  apiKey: '<API key>',
  webhookSecret: '<webhook secret>',
  signingSecret: '<signing secret>',
}

type ChannelAndSecrets = { channel: ChannelDetail; secrets: Secrets }

/** The secret where it was revealed, otherwise what stands in its place. */
export const secretOrPlaceholder = (name: SecretName, { channel, secrets }: ChannelAndSecrets): string =>
  secrets.shown(name, channel[name]) ?? placeholders[name]

/** The lines of a `.env` file; the programs beside it never hold a secret themselves. */
export const environmentFile = (names: readonly SecretName[], known: ChannelAndSecrets): string =>
  names.map((name) => `${environmentNames[name]}=${secretOrPlaceholder(name, known)}`).join('\n')
