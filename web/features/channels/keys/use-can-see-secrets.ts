import { channelsApi } from '#contract/channels.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'

/** Whoever may not reveal secrets is sent none of them, not even masked. */
export function useCanSeeSecrets(): boolean {
  const { role } = useCurrentUser()
  return allows(channelsApi.reveal.access, role)
}
