import { useState } from 'react'
import { maskKey } from '#contract/channel-values.ts'
import { useRevealSigningSecret } from './api.ts'

/** The signing secret in clear while somebody asked to see it; null when not, or when it has been replaced since. */
export function useRevealedSecret(masked: string | null) {
  const [clear, setClear] = useState<string | null>(null)
  const reveal = useRevealSigningSecret()
  return {
    secret: clear && maskKey(clear) === masked ? clear : null,
    keep: setClear,
    hide: () => {
      setClear(null)
      // It holds the last answer.
      reveal.reset()
    },
    reveal: () => reveal.mutate(undefined, { onSuccess: ({ secret }) => setClear(secret) }),
    isRevealing: reveal.isPending,
  }
}
