import type { AmazonStatus } from '#contract/marketplace.ts'
import type { Tone } from '#web/ui/tone.ts'

type ConnectionState = { word: string; tone: Tone; isActive: boolean; about: string }

export function connectionState({ isConnected, hasCredentials }: AmazonStatus): ConnectionState {
  if (isConnected) {
    return { word: 'Connected', tone: 'success', isActive: true, about: 'Amazon lets Lockstep read your stock.' }
  }
  return hasCredentials
    ? {
        word: 'Partially Configured',
        tone: 'warning',
        isActive: false,
        about: 'An account is set up, but Amazon doesn’t let Lockstep in yet. Nothing syncs.',
      }
    : { word: 'Not Connected', tone: 'neutral', isActive: false, about: 'No Amazon account is set up. Nothing syncs.' }
}
