import { useState } from 'react'
import { type ChannelDetail, type ChannelSecret, channelsApi } from '#contract/channels.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { kindOf } from '../channel-kind.ts'
import { ReplaceSecretForm } from './replace-secret-form.tsx'
import { useCanSeeSecrets } from './use-can-see-secrets.ts'
import { secretLabels } from './secret-words.ts'
import type { Secrets } from './use-secrets.ts'

type ReplaceSecretProps = { secret: ChannelSecret; channel: ChannelDetail; secrets: Secrets }

/** Puts a new secret in the place of the present one, or takes over the one that the website has made. */
export function ReplaceSecret({ secret, channel, secrets }: ReplaceSecretProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { noun, isGiven } = secretLabels(secret, kindOf(channel))
  const canSee = useCanSeeSecrets()
  const isMissing = secret === 'apiKey' ? !channel.hasKey : canSee && channel[secret] === null
  const action = `${isGiven ? 'Enter' : isMissing ? 'Make' : 'Replace'} ${noun}`
  return (
    <>
      <PermittedButton
        access={channelsApi.rotate.access}
        task="replace keys"
        size="small"
        className="justify-self-start"
        onClick={() => setIsOpen(true)}
      >
        {action}
      </PermittedButton>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={action}>
        <ReplaceSecretForm
          secret={secret}
          action={action}
          channel={channel}
          onCancel={() => setIsOpen(false)}
          onReplaced={(value) => {
            secrets.remember(secret, value)
            setIsOpen(false)
          }}
        />
      </Dialog>
    </>
  )
}
