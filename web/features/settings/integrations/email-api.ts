import { useMutation } from '@tanstack/react-query'
import { type MailSettings, settingsApi } from '#contract/settings.ts'
import { call } from '#web/lib/api.ts'
import { useSaveSettings } from '../api.ts'

export function useSaveMail() {
  return useSaveSettings((mail: MailSettings) => call(settingsApi.saveMail, mail), {
    done: 'Email settings have been updated',
    failed: 'Failed to save email settings',
  })
}

export function useTestMail() {
  return useMutation({ mutationFn: (mail: MailSettings) => call(settingsApi.testMail, mail) })
}
