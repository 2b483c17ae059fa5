import type { ChannelDetail } from '#contract/channels.ts'
import type { SecretName, Secrets } from '../keys/use-secrets.ts'

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
