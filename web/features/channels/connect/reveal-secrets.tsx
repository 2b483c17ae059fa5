import Eye from 'lucide-react/icons/eye'
import { type ChannelDetail, channelsApi } from '#contract/channels.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { canBeShown, type SecretName, type Secrets } from '../keys/use-secrets.ts'

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
