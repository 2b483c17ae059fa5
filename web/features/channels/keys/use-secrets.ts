import { useState } from 'react'
import { maskKey } from '#contract/channel-values.ts'
import { channelsApi, type ChannelSecret } from '#contract/channels.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { useRevealSecret } from '../api.ts'

export type SecretName = ChannelSecret | 'signingSecret'

/** Whether there is one to be shown. The signing secret is made when somebody first asks for it. */
export const canBeShown = (name: SecretName, masked: string | null): boolean =>
  masked !== null || name === 'signingSecret'

/** The secrets of a channel that somebody asked to see; forgotten when the card or drawer goes away. */
export function useSecrets(channelId: string) {
  const [clear, setClear] = useState<Partial<Record<SecretName, string>>>({})
  const revealing = useRevealSecret(channelId)

  const remember = (name: SecretName, value: string) => setClear((before) => ({ ...before, [name]: value }))

  return {
    /** In clear while it was asked for; null when not, or when somebody has replaced it since. */
    shown: (name: SecretName, masked: string | null): string | null => {
      const value = clear[name]
      return value && maskKey(value) === masked ? value : null
    },
    remember,
    hide: (name: SecretName) => {
      setClear(({ [name]: _hidden, ...others }) => others)
      // It holds the last answer.
      revealing.reset()
    },
    reveal: async (name: SecretName) => {
      const { value } = await revealing.mutateAsync(name)
      if (value !== null) remember(name, value)
    },
    revealing: revealing.isPending ? revealing.variables : null,
  }
}

export type Secrets = ReturnType<typeof useSecrets>

/** Whoever may not reveal secrets is sent none of them, not even masked. */
export function useCanSeeSecrets(): boolean {
  const { role } = useCurrentUser()
  return allows(channelsApi.reveal.access, role)
}
