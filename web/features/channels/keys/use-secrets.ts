import { useState } from 'react'
import { maskKey } from '#contract/channel-values.ts'
import { channelsApi, type ChannelSecret } from '#contract/channels.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { useRevealSecret } from '../api.ts'

export type SecretName = ChannelSecret | 'signingSecret'

/** Whether there is a secret to reveal. The signing secret and the feed key are created by the first reveal. */
export const canBeShown = (name: SecretName, masked: string | null): boolean =>
  masked !== null || name === 'signingSecret' || name === 'feedKey'

/** Revealed secrets of a channel, held only while its card or drawer is mounted. */
export function useSecrets(channelId: string) {
  const [clear, setClear] = useState<Partial<Record<SecretName, string>>>({})
  const revealing = useRevealSecret(channelId)

  const remember = (name: SecretName, value: string) => setClear((before) => ({ ...before, [name]: value }))

  return {
    /** The revealed secret; null if it is hidden, or was replaced since (its mask differs). */
    shown: (name: SecretName, masked: string | null): string | null => {
      const value = clear[name]
      return value && maskKey(value) === masked ? value : null
    },
    remember,
    hide: (name: SecretName) => {
      setClear(({ [name]: _hidden, ...others }) => others)
      // The mutation holds the last reply, which contains the secret.
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

/** Roles that may not reveal secrets get none from the server, not even masked. */
export function useCanSeeSecrets(): boolean {
  const { role } = useCurrentUser()
  return allows(channelsApi.reveal.access, role)
}
